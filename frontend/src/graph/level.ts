import type { StructureEdge, StructureNode } from "../api/types";
import { around, type Box, byId, CARD, FRAME, type Plan, type Point, type Size } from "./geometry";
import type { Tree } from "./tree";

/** The nodes that stand side by side in one holder, the edges between them, and how large each is drawn. */
export interface Level {
  nodes: StructureNode[];
  edges: StructureEdge[];
  size(id: string): Size;
}

/** A level laid out with its upper left corner at the origin. */
export interface Laid {
  places: Record<string, Point>;
  routes?: Record<string, Point[]>;
  labels?: Record<string, Point>;
}

/** The size of the frame that is drawn around a level. */
function frameAround(level: Level, laid: Laid): Size {
  const boxes: Box[] = level.nodes.flatMap(({ id }) => {
    const place = laid.places[id];
    return place ? [{ ...place, ...level.size(id) }] : [];
  });
  const inside = around(boxes);
  return {
    width: Math.max(CARD.width, inside.width + 2 * FRAME.side),
    height: inside.height + FRAME.top + FRAME.bottom,
  };
}

/** Adds one level to a plan of the whole: what a frame holds begins under its head. */
function add(plan: Required<Plan>, laid: Laid, by: Point): void {
  const moved = ({ x, y }: Point): Point => ({ x: x + by.x, y: y + by.y });
  for (const [id, place] of Object.entries(laid.places)) plan.places[id] = moved(place);
  for (const [id, points] of Object.entries(laid.routes ?? {})) plan.routes[id] = points.map(moved);
  for (const [id, point] of Object.entries(laid.labels ?? {})) plan.labels[id] = moved(point);
}

/** The levels of a tree, each before the one that holds it; those that nothing leads to are left out. */
function innermostFirst(tree: Tree): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const visit = (holder: string) => {
    seen.add(holder);
    for (const { id } of tree.levels.get(holder) ?? []) {
      if (tree.levels.has(id) && !seen.has(id)) visit(id);
    }
    found.push(holder);
  };
  visit("");
  return found;
}

interface Step {
  holder: string;
  level: Level;
  take(laid: Laid): void;
}

/** Only these levels are laid out; frames around others are as large as they are drawn. */
export interface Part {
  levels: ReadonlySet<string>;
  frames: ReadonlyMap<string, Size>;
}

/** Goes through the levels; each is given when the sizes of what it holds are known. */
function* steps(tree: Tree, plan: Required<Plan>, part?: Part): Generator<Step> {
  const frames = new Map<string, Size>(part?.frames);
  for (const holder of innermostFirst(tree)) {
    if (part && !part.levels.has(holder)) continue;
    const level: Level = {
      nodes: tree.levels.get(holder) ?? [],
      edges: tree.edges.get(holder) ?? [],
      size: (id) => frames.get(id) ?? CARD,
    };
    const take = (laid: Laid) => {
      add(plan, laid, holder === "" ? { x: 0, y: 0 } : { x: FRAME.side, y: FRAME.top });
      if (holder !== "") frames.set(holder, frameAround(level, laid));
    };
    yield { holder, level, take };
  }
}

const blank = (): Required<Plan> => ({ places: byId(), routes: {}, labels: {} });

/** A whole structure, one level at a time: edges never leave a level, so each is a task of its own. */
export function planned(tree: Tree, lay: (level: Level) => Laid, part?: Part): Plan {
  const plan = blank();
  for (const { level, take } of steps(tree, plan, part)) take(lay(level));
  return { places: plan.places };
}

export async function plannedLater(
  tree: Tree,
  lay: (level: Level) => Promise<Laid>,
  part?: Part,
): Promise<Plan> {
  const plan = blank();
  for (const { level, take } of steps(tree, plan, part)) take(await lay(level));
  return plan;
}
