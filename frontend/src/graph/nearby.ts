import { type Box, CARD, GAP, type Point, touching } from "./geometry";
import type { Level } from "./level";
import { ranks } from "./rank";

const STEP = CARD.height + GAP.node;
const FAR = 60;

/** The nearest free place above or below `wish`, or `wish` itself. */
function free(wish: Box, taken: readonly Box[]): Point {
  for (let step = 0; step < FAR; step += 1) {
    for (const sign of step === 0 ? [1] : [1, -1]) {
      const box = { ...wish, y: wish.y + sign * step * STEP };
      if (!taken.some((other) => touching(box, other, 8))) return { x: box.x, y: box.y };
    }
  }
  return { x: wish.x, y: wish.y + FAR * STEP };
}

/**
 * Places for the nodes of a level that have none, near what they need and what needs them; nothing that
 * has a place moves. `known` are the boxes of the others.
 */
export function nearby(level: Level, known: ReadonlyMap<string, Box>): Record<string, Point> {
  const missing = level.nodes.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return {};
  const needs = new Map<string, string[]>();
  const needed = new Map<string, string[]>();
  for (const { source, target } of level.edges) {
    needs.set(target, [...(needs.get(target) ?? []), source]);
    needed.set(source, [...(needed.get(source) ?? []), target]);
  }
  const rank = ranks(level.nodes, level.edges);
  const boxes = new Map(known);
  const found: Record<string, Point> = {};
  const those = (ids: string[] | undefined) => (ids ?? []).flatMap((id) => boxes.get(id) ?? []);
  for (const { id } of missing.sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))) {
    const { width, height } = level.size(id);
    const before = those(needs.get(id));
    const after = those(needed.get(id));
    const row = (around: Box[]) =>
      around.reduce((sum, box) => sum + box.y + box.height / 2, 0) / around.length - height / 2;
    let wish: Point;
    if (before.length > 0) {
      wish = { x: Math.max(...before.map((box) => box.x + box.width)) + GAP.rank, y: row(before) };
    } else if (after.length > 0) {
      wish = { x: Math.min(...after.map((box) => box.x)) - width - GAP.rank, y: row(after) };
    } else {
      const all = [...boxes.values()];
      wish = {
        x: all.length > 0 ? Math.min(...all.map((box) => box.x)) : 0,
        y: all.length > 0 ? Math.max(...all.map((box) => box.y + box.height)) + GAP.node : 0,
      };
    }
    const box = { x: Math.round(wish.x), y: Math.round(wish.y), width, height };
    const place = free(box, [...boxes.values()]);
    boxes.set(id, { ...box, ...place });
    found[id] = place;
  }
  return found;
}
