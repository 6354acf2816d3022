export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

/**
 * Where nodes stand inside what holds them: `places` are upper left corners measured from the holder's.
 * `routes` and `labels` of edges are measured from the same corner; absent where nobody routed the edges.
 */
export interface Plan {
  places: Record<string, Point>;
  routes?: Record<string, Point[]>;
  labels?: Record<string, Point>;
}

/** Where everything stands, in absolute canvas units. `corners` has every open frame, with the corner that
 * the places inside it count from, and the graph's own under "". */
export interface Layout {
  boxes: Record<string, Box>;
  corners: Record<string, Point>;
  routes?: Record<string, Point[]>;
  labels?: Record<string, Point>;
}

export const CARD = { width: 208, height: 62 };
export const FRAME = { top: 62, side: 20, bottom: 20 };
export const GAP = { rank: 44, node: 26, label: 30 };

/** A record of ids that has these alone: a node may be called `constructor`. */
export function byId<T>(...from: (Readonly<Record<string, T>> | undefined)[]): Record<string, T> {
  return Object.assign(Object.create(null), ...from);
}

/** About how wide a case label is drawn, so that layouts leave room for it. */
export function labelWidth(text: string): number {
  return Math.min(160, Math.round(text.length * 6.4) + 14);
}

/** The smallest box around all of them; an empty one at the origin for none. */
export function around(boxes: Iterable<Box>): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function touching(one: Box, other: Box, gap = 0): boolean {
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  );
}
