import { byId, CARD, GAP, type Point, type Size } from "./geometry";

/** From this many nodes on, a level's tall columns are folded: nobody reads a column of a thousand. */
export const FOLD_FROM = 300;
const LEAST_ROWS = 24;
/** How much wider than tall a folded level is to be, about as a screen is. */
const ASPECT = 1.7;

export interface Column {
  /** From the top down. */
  ids: string[];
  /** Room for the labels of what leaves this column. */
  room: number;
}

/** How many nodes a column may have before it is folded into several. */
function mostRows(count: number): number {
  if (count < FOLD_FROM) return Number.POSITIVE_INFINITY;
  const cell = (CARD.width + GAP.rank) / (CARD.height + GAP.node);
  return Math.max(LEAST_ROWS, Math.ceil(Math.sqrt((count * cell) / ASPECT)));
}

/** One column's nodes in rows of `across`, which keeps what is next to each other in it close together. */
function block(ids: readonly string[], across: number, size: (id: string) => Size) {
  const width = ids.reduce((widest, id) => Math.max(widest, size(id).width), 0);
  const places: Record<string, Point> = {};
  let y = 0;
  for (let from = 0; from < ids.length; from += across) {
    const row = ids.slice(from, from + across);
    row.forEach((id, at) => {
      places[id] = { x: at * (width + GAP.rank), y };
    });
    y += Math.max(...row.map((id) => size(id).height)) + GAP.node;
  }
  return { places, width: across * (width + GAP.rank) - GAP.rank, height: y - GAP.node };
}

/** Columns beside each other, each around the same middle line; tall ones of large levels are folded. */
export function placeColumns(columns: readonly Column[], size: (id: string) => Size): Record<string, Point> {
  const count = columns.reduce((sum, column) => sum + column.ids.length, 0);
  const rows = mostRows(count);
  const across = columns.map(({ ids }) => Math.max(1, Math.ceil(ids.length / rows)));
  const blocks = columns.map(({ ids }, at) => block(ids, across[at] as number, size));
  const tallest = blocks.reduce((most, one) => Math.max(most, one.height), 0);
  const places: Record<string, Point> = byId();
  let x = 0;
  blocks.forEach((one, at) => {
    const top = Math.round((tallest - one.height) / 2);
    for (const [id, place] of Object.entries(one.places)) {
      places[id] = { x: x + place.x, y: top + place.y };
    }
    // What was folded is one column: more room around it than in it.
    const folded = (across[at] as number) > 1 || (across[at + 1] ?? 1) > 1;
    x += one.width + GAP.rank * (folded ? 4 : 1) + (columns[at]?.room ?? 0);
  });
  return places;
}
