import type { Structure } from "../api/types";
import { composed } from "./compose";
import { type Box, byId, CARD, type Layout, type Plan, type Point, type Size } from "./geometry";
import type { Level, Part } from "./level";
import { nearby } from "./nearby";
import { rankPlan } from "./rank";
import type { Tree } from "./tree";

type Places = Record<string, Point>;

/** The levels none of whose nodes has a place: they are laid out as a whole. */
export function unknownLevels(tree: Tree, known: Readonly<Places>): Set<string> {
  const found = new Set<string>();
  for (const [holder, nodes] of tree.levels) {
    if (!nodes.some(({ id }) => known[id])) found.add(holder);
  }
  return found;
}

/** How large the open frames of a layout are. */
export function framesOf(layout: Layout): Map<string, Size> {
  return new Map(
    Object.keys(layout.corners).flatMap((id) => {
      const box = layout.boxes[id];
      return box ? [[id, { width: box.width, height: box.height }] as const] : [];
    }),
  );
}

/** What has to be laid out of a structure where only `known` has places. */
export function partToLay(structure: Structure, tree: Tree, known: Readonly<Places>): Part | null {
  const levels = unknownLevels(tree, known);
  if (levels.size === 0) return null;
  if (levels.size === tree.levels.size) return { levels, frames: new Map() };
  const rest = byId(rankPlan(structure, { levels, frames: new Map() }).places, known);
  return { levels, frames: framesOf(composed(structure, { places: rest }, undefined, tree)) };
}

/**
 * A place for every node: the known ones, a rank layout for levels without any, and for single nodes one
 * near their neighbours.
 */
export function placesFor(
  structure: Structure,
  tree: Tree,
  known: Readonly<Places>,
  part: Part | null,
): Places {
  const places: Places = byId(part ? rankPlan(structure, part).places : {}, known);
  const lacking = structure.nodes.some(({ id }) => !places[id]);
  if (!lacking) return places;
  const layout = composed(structure, { places }, undefined, tree);
  const frames = framesOf(layout);
  for (const [holder, nodes] of tree.levels) {
    const level: Level = {
      nodes,
      edges: tree.edges.get(holder) ?? [],
      size: (id) => frames.get(id) ?? CARD,
    };
    const boxes = new Map<string, Box>();
    for (const { id } of nodes) {
      const place = places[id];
      if (place) boxes.set(id, { ...place, ...level.size(id) });
    }
    Object.assign(places, nearby(level, boxes));
  }
  return places;
}

/** The plan's routes and labels with those of a newer one over them. */
export function routesWith(
  one: Pick<Plan, "routes" | "labels">,
  newer: Plan,
): Required<Omit<Plan, "places">> {
  return {
    routes: { ...one.routes, ...newer.routes },
    labels: { ...one.labels, ...newer.labels },
  };
}
