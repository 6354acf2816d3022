import type { Structure } from "../api/types";
import { around, type Box, byId, CARD, FRAME, type Layout, type Plan, type Point } from "./geometry";
import { type Standing, shifts } from "./makeRoom";
import { type Tree, treeOf } from "./tree";

const NONE: ReadonlySet<string> = new Set();
const ORIGIN: Point = { x: 0, y: 0 };

/** A level measured from its own corner: what is drawn on it, and what is drawn inside that. */
interface Drawn {
  boxes: Map<string, Box>;
  corners: Map<string, Point>;
  /** How far making room moved each node, absent where nothing moved. */
  moved: Map<string, Point> | null;
  inside: Map<string, Drawn>;
  open: Box;
  drawn: Box;
}

const moveBox = (box: Box, by: Point): Box => ({ ...box, x: box.x + by.x, y: box.y + by.y });

/** A frame hugs what it holds, wherever that was put. */
function frame(inside: Box, corner: Point): Box {
  return {
    x: corner.x + inside.x - FRAME.side,
    y: corner.y + inside.y - FRAME.top,
    width: Math.max(CARD.width, inside.width + 2 * FRAME.side),
    height: inside.height + FRAME.top + FRAME.bottom,
  };
}

/** A collapsed frame becomes a card at its left, where the edges reach it. */
function card(open: Box): Box {
  return { x: open.x, y: open.y + (open.height - CARD.height) / 2, ...CARD };
}

function drawLevel(
  tree: Tree,
  holder: string,
  places: Readonly<Record<string, Point>>,
  collapsed: ReadonlySet<string>,
): Drawn {
  const inside = new Map<string, Drawn>();
  const standing: Standing[] = [];
  for (const { id } of tree.levels.get(holder) ?? []) {
    const place = places[id];
    if (!place) continue;
    if (!tree.levels.has(id)) {
      const box = { x: place.x, y: place.y, ...CARD };
      standing.push({ id, open: box, drawn: box });
      continue;
    }
    const level = drawLevel(tree, id, places, collapsed);
    inside.set(id, level);
    const open = frame(level.open, place);
    standing.push({ id, open, drawn: collapsed.has(id) ? card(open) : frame(level.drawn, place) });
  }
  const moved = shifts(standing);
  const boxes = new Map<string, Box>();
  const corners = new Map<string, Point>();
  for (const { id, drawn } of standing) {
    const by = moved?.get(id) ?? ORIGIN;
    boxes.set(id, moved ? moveBox(drawn, by) : drawn);
    const place = places[id] as Point;
    if (inside.has(id)) corners.set(id, { x: place.x + by.x, y: place.y + by.y });
  }
  return {
    boxes,
    corners,
    moved,
    inside,
    open: around(standing.map((one) => one.open)),
    drawn: around(boxes.values()),
  };
}

/**
 * A plan as it is drawn: frames around what they hold, collapsed ones as cards, and room made between them.
 * What is inside a collapsed frame has no box.
 */
export function composed(
  structure: Structure,
  plan: Plan,
  collapsed: ReadonlySet<string> = NONE,
  tree: Tree = treeOf(structure),
): Layout {
  const layout: Required<Layout> = {
    boxes: byId(),
    corners: byId({ "": ORIGIN }),
    routes: {},
    labels: {},
  };
  const put = (holder: string, level: Drawn, corner: Point) => {
    for (const [id, box] of level.boxes) layout.boxes[id] = moveBox(box, corner);
    for (const [id, inner] of level.inside) {
      const own = level.corners.get(id) as Point;
      const at = { x: corner.x + own.x, y: corner.y + own.y };
      if (collapsed.has(id)) continue;
      layout.corners[id] = at;
      put(id, inner, at);
    }
    if (!plan.routes) return;
    for (const { id, source, target } of tree.edges.get(holder) ?? []) {
      const route = plan.routes[id];
      // A route holds only while both of its ends are where it was made for, and as large.
      if (!route || !reaches(route, level.boxes.get(source), level.boxes.get(target))) continue;
      layout.routes[id] = route.map(({ x, y }) => ({ x: x + corner.x, y: y + corner.y }));
      const label = plan.labels?.[id];
      if (label) layout.labels[id] = { x: label.x + corner.x, y: label.y + corner.y };
    }
  };
  put("", drawLevel(tree, "", plan.places, collapsed), ORIGIN);
  return plan.routes ? layout : { boxes: layout.boxes, corners: layout.corners };
}

const near = (point: Point, x: number, y: number) => Math.abs(point.x - x) < 2 && Math.abs(point.y - y) < 2;

/** Whether a route leads from the middle of one box's right side to that of the other's left side. */
function reaches(route: readonly Point[], source: Box | undefined, target: Box | undefined): boolean {
  const first = route[0];
  const last = route.at(-1);
  if (!source || !target || !first || !last) return false;
  return (
    near(first, source.x + source.width, source.y + source.height / 2) &&
    near(last, target.x, target.y + target.height / 2)
  );
}
