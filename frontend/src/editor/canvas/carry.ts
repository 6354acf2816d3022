import { around, FRAME, type Layout, type Point } from "../../graph/geometry";

export interface Standing {
  holder: ReadonlyMap<string, string | null>;
  layout: Layout;
}

const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });

/**
 * Places for nodes that went into or out of something, so that they stand where they stood: a place counts
 * from the corner of what holds the node, which is another one now. A new frame is put around what went
 * into it. Nodes that nobody has seen before get none.
 */
export function carried(before: Standing, holder: ReadonlyMap<string, string | null>): Record<string, Point> {
  const { layout } = before;
  /** Where a node's place led to: for a frame, the corner that what it holds counts from. */
  const spot = (id: string): Point | undefined => layout.corners[id] ?? layout.boxes[id];
  const places: Record<string, Point> = {};
  const newcomers = new Map<string, string[]>();
  for (const [id, owner] of holder) {
    if (!before.holder.has(id) || before.holder.get(id) === owner) continue;
    const at = spot(id);
    if (!at) continue;
    if (owner !== null && !before.holder.has(owner)) {
      newcomers.set(owner, [...(newcomers.get(owner) ?? []), id]);
      continue;
    }
    const corner = layout.corners[owner ?? ""];
    if (corner) places[id] = minus(at, corner);
  }
  for (const [owner, ids] of newcomers) {
    const outer = holder.get(owner) ?? null;
    const corner = layout.corners[outer ?? ""];
    if (!corner) continue;
    const inside = around(ids.flatMap((id) => layout.boxes[id] ?? []));
    const own = { x: inside.x - FRAME.side, y: inside.y - FRAME.top };
    places[owner] = minus(own, corner);
    for (const id of ids) places[id] = minus(spot(id) as Point, own);
  }
  return places;
}
