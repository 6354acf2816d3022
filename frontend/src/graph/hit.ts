import type { StructureEdge } from "../api/types";
import type { Box, Layout, Point } from "./geometry";

const holds = (box: Box, { x, y }: Point) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** The innermost node at a point, or null. */
export function nodeAt(layout: Layout, point: Point, but?: ReadonlySet<string>): string | null {
  let found: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, box] of Object.entries(layout.boxes)) {
    const area = box.width * box.height;
    if (area < least && holds(box, point) && !but?.has(id)) {
      found = id;
      least = area;
    }
  }
  return found;
}

/** Where an edge that nobody routed bends: four control points from the source's right to the target's left. */
export function curve(source: Box, target: Box): [Point, Point, Point, Point] {
  const from = { x: source.x + source.width, y: source.y + source.height / 2 };
  const to = { x: target.x, y: target.y + target.height / 2 };
  const ahead = to.x - from.x;
  const reach = ahead >= 0 ? ahead / 2 : 0.25 * 25 * Math.sqrt(-ahead);
  return [from, { x: from.x + reach, y: from.y }, { x: to.x - reach, y: to.y }, to];
}

const STEPS = 24;

function distanceTo([a, b, c, d]: [Point, Point, Point, Point], { x, y }: Point): number {
  let least = Number.POSITIVE_INFINITY;
  let before = a;
  for (let step = 1; step <= STEPS; step += 1) {
    const t = step / STEPS;
    const u = 1 - t;
    const w = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
    const here = {
      x: w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * d.x,
      y: w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * d.y,
    };
    const dx = here.x - before.x;
    const dy = here.y - before.y;
    const long = dx * dx + dy * dy || 1;
    const along = Math.min(1, Math.max(0, ((x - before.x) * dx + (y - before.y) * dy) / long));
    least = Math.min(least, Math.hypot(before.x + along * dx - x, before.y + along * dy - y));
    before = here;
  }
  return least;
}

/** The edge whose curve passes within `reach` of a point, the nearest first, or null. */
export function edgeAt(
  edges: readonly StructureEdge[],
  layout: Layout,
  point: Point,
  reach: number,
): string | null {
  let found: string | null = null;
  let least = reach;
  for (const edge of edges) {
    const source = layout.boxes[edge.source];
    const target = layout.boxes[edge.target];
    if (!source || !target) continue;
    const points = curve(source, target);
    const ys = points.map(({ y }) => y);
    const xs = points.map(({ x }) => x);
    if (point.x < Math.min(...xs) - reach || point.x > Math.max(...xs) + reach) continue;
    if (point.y < Math.min(...ys) - reach || point.y > Math.max(...ys) + reach) continue;
    const distance = distanceTo(points, point);
    if (distance <= least) {
      least = distance;
      found = edge.id;
    }
  }
  return found;
}
