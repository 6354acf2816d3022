import type { StructureEdge } from "../api/types";
import type { Box } from "./geometry";

export type Direction = "left" | "right" | "up" | "down";

export const ARROWS: Record<string, Direction | undefined> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const middle = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/**
 * Where an arrow key leads from `id`: right and left follow an edge, to the nearest end where there
 * are several, and lead nowhere without one; up and down go to the nearest node on that side.
 */
export function neighbour(
  id: string,
  direction: Direction,
  boxes: Record<string, Box>,
  edges: StructureEdge[],
): string | null {
  const from = boxes[id];
  if (!from) return null;
  const here = middle(from);
  const sideways = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  const candidates =
    direction === "right"
      ? edges.filter((edge) => edge.source === id).map((edge) => edge.target)
      : direction === "left"
        ? edges.filter((edge) => edge.target === id).map((edge) => edge.source)
        : Object.keys(boxes);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of candidates) {
    const box = boxes[other];
    if (!box || other === id) continue;
    const there = middle(box);
    const along = (sideways ? there.x - here.x : there.y - here.y) * sign;
    const across = Math.abs(sideways ? there.y - here.y : there.x - here.x);
    if (!sideways && (along <= 1 || across > along * 2.5 + 40)) continue;
    const cost = along + across * 2;
    if (cost < least) {
      least = cost;
      best = other;
    }
  }
  return best;
}
