export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** Where everything stands, in absolute canvas units. `routes` is absent where nobody routed the edges. */
export interface Layout {
  boxes: Record<string, Box>;
  routes?: Record<string, Point[]>;
  labels?: Record<string, Point>;
}

export const CARD = { width: 208, height: 62 };
export const FRAME = { top: 62, side: 20, bottom: 20 };
export const GAP = { rank: 44, node: 26, label: 30 };

/** About how wide a case label is drawn, so that layouts leave room for it. */
export function labelWidth(text: string): number {
  return Math.min(160, Math.round(text.length * 6.4) + 14);
}
