import type { ELK as Elk, ElkNode } from "elkjs/lib/elk-api";
import type { Structure, StructureEdge } from "../api/types";
import { type Column, FOLD_FROM, placeColumns } from "./columns";
import { byId, GAP, labelWidth, type Plan, type Point } from "./geometry";
import { type Laid, type Level, type Part, plannedLater } from "./level";
import { columnsOf, ranks } from "./rank";
import { treeOf } from "./tree";

const ROOT = "layout root";

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.layered.spacing.nodeNodeBetweenLayers": String(GAP.rank),
  "elk.spacing.nodeNode": String(GAP.node),
  "elk.spacing.edgeNode": "18",
  "elk.layered.spacing.edgeNodeBetweenLayers": "14",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "12",
  "elk.padding": "[top=0,left=0,bottom=0,right=0]",
};

/** For graphs that a person can take in at once: the document's order, exact placement, no wasted width. */
const CAREFUL = {
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
};

/** A wide team would push everything of its column apart; graphs without one keep their columns straight. */
const COMPACT = { "elk.layered.compaction.postCompaction.strategy": "LEFT" };

/** The careful options take ten times as long on a thousand nodes. */
const QUICK = {
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.thoroughness": "3",
};

/**
 * For levels whose columns are folded, which takes from ELK the order of each column alone: routes and
 * exact places, thrown away, were four fifths of the time.
 */
const ORDER = {
  "elk.edgeRouting": "POLYLINE",
  "elk.layered.layering.strategy": "LONGEST_PATH_SOURCE",
  "elk.layered.nodePlacement.strategy": "SIMPLE",
  "elk.layered.crossingMinimization.greedySwitch.type": "OFF",
  "elk.layered.thoroughness": "1",
};

const CAREFUL_UP_TO = 200;

/** Beyond this the better layout takes minutes and memory that nobody has; the rank layout stays. */
export function tooLarge({ nodes, edges }: Structure): boolean {
  return edges.length > 20_000 || nodes.length > 6_000;
}

/** All edges meet a node in the middle of its side, where its handles are. */
const PORTS = { "elk.portConstraints": "FIXED_POS" };

function optionsFor(level: Level): Record<string, string> {
  const count = level.nodes.length;
  if (count >= FOLD_FROM) return { ...OPTIONS, ...ORDER };
  const frames = level.nodes.some(({ id }) => level.size(id).width > level.size("").width);
  return { ...OPTIONS, ...(count > CAREFUL_UP_TO ? QUICK : CAREFUL), ...(frames && COMPACT) };
}

/** Edges over many ranks cost the engine most, and say least about the order in a rank. */
const LONGEST = 2;

function shortEdges({ nodes, edges }: Level): StructureEdge[] {
  const rank = ranks(nodes, edges);
  return edges.filter(({ source, target }) => (rank.get(target) ?? 0) - (rank.get(source) ?? 0) <= LONGEST);
}

export function elkGraph(level: Level): ElkNode {
  const edges = level.nodes.length >= FOLD_FROM ? shortEdges(level) : level.edges;
  return {
    id: ROOT,
    layoutOptions: optionsFor(level),
    children: level.nodes.map(({ id }) => {
      const { width, height } = level.size(id);
      const ports = [
        { id: `${id} in`, x: 0, y: height / 2, width: 0, height: 0 },
        { id: `${id} out`, x: width, y: height / 2, width: 0, height: 0 },
      ];
      return { id, width, height, ports, layoutOptions: PORTS };
    }),
    edges: edges.map(({ id, source, target, case: name }) => ({
      id,
      sources: [`${source} out`],
      targets: [`${target} in`],
      labels: name
        ? [
            {
              id: `${id} label`,
              text: name,
              width: labelWidth(name),
              height: 20,
              layoutOptions: { "elk.edgeLabels.inline": "true" },
            },
          ]
        : [],
    })),
  };
}

/** What the engine answered; without `routed` only where the nodes stand, which thousands of edges spare. */
export function laidBy(result: ElkNode, routed: boolean): Laid {
  const laid: Required<Laid> = { places: byId(), routes: {}, labels: {} };
  for (const { id, x = 0, y = 0 } of result.children ?? []) laid.places[id] = { x, y };
  if (!routed) return { places: laid.places };
  for (const edge of result.edges ?? []) {
    const points: Point[] = (edge.sections ?? []).flatMap((section) => [
      section.startPoint,
      ...(section.bendPoints ?? []),
      section.endPoint,
    ]);
    if (points.length > 1) laid.routes[edge.id] = points;
    const label = edge.labels?.[0];
    if (label?.x !== undefined && label.y !== undefined) {
      laid.labels[edge.id] = { x: label.x + (label.width ?? 0) / 2, y: label.y + (label.height ?? 0) / 2 };
    }
  }
  return laid;
}

/** The level's columns in the order that ELK found, which crosses fewer edges than the rank layout's. */
function folded(level: Level, { places }: Laid): Laid {
  const height = (id: string) => places[id]?.y ?? 0;
  const columns: Column[] = columnsOf(level).map(({ ids, room }) => ({
    ids: [...ids].sort((a, b) => height(a) - height(b)),
    room,
  }));
  return { places: placeColumns(columns, level.size) };
}

let engine: Promise<Elk> | undefined;

/** The layout engine, started once, in a worker so that the page never waits for it. */
async function startEngine(): Promise<Elk> {
  const [{ default: ELK }, { default: ElkWorker }] = await Promise.all([
    import("elkjs/lib/elk-api"),
    import("elkjs/lib/elk-worker.min.js?worker"),
  ]);
  return new ELK({ workerFactory: () => new ElkWorker() });
}

/** Lets the page draw and answer in between: what follows is a task of its own. */
const pause = () => new Promise<void>((resume) => setTimeout(resume));

async function elkLevel(level: Level): Promise<Laid> {
  engine ??= startEngine();
  const isFolded = level.nodes.length >= FOLD_FROM;
  const result = await (await engine).layout(elkGraph(level));
  if (!isFolded) return laidBy(result, true);
  await pause();
  const laid = folded(level, laidBy(result, false));
  await pause();
  return laid;
}

/** The better plan of a structure, made in the worker. Rejects when the engine cannot be loaded. */
export function elkPlan(structure: Structure, part?: Part): Promise<Plan> {
  return plannedLater(treeOf(structure), elkLevel, part);
}
