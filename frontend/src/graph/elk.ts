import type { ELK as Elk, ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api";
import type { Structure } from "../api/types";
import { type Box, CARD, FRAME, GAP, type Layout, labelWidth, type Point } from "./geometry";
import { type Tree, treeOf } from "./tree";

const ROOT = "layout root";

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.json.edgeCoords": "ROOT",
  "elk.json.shapeCoords": "ROOT",
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

const CAREFUL_UP_TO = 200;

const FRAME_OPTIONS = {
  "elk.padding": `[top=${FRAME.top},left=${FRAME.side},bottom=${FRAME.bottom},right=${FRAME.side}]`,
};

function childrenOf(tree: Tree, level: string): ElkNode[] {
  return (tree.levels.get(level) ?? []).map((node) =>
    tree.levels.has(node.id)
      ? { id: node.id, layoutOptions: FRAME_OPTIONS, children: childrenOf(tree, node.id) }
      : { id: node.id, ...CARD },
  );
}

export function elkGraph(structure: Structure): ElkNode {
  const tree = treeOf(structure);
  const edges: ElkExtendedEdge[] = [...tree.edges.values()].flat().map((edge) => ({
    id: edge.id,
    sources: [edge.source],
    targets: [edge.target],
    labels: edge.case
      ? [
          {
            id: `${edge.id} label`,
            text: edge.case,
            width: labelWidth(edge.case),
            height: 20,
            layoutOptions: { "elk.edgeLabels.inline": "true" },
          },
        ]
      : [],
  }));
  const layoutOptions = {
    ...OPTIONS,
    ...(structure.nodes.length > CAREFUL_UP_TO ? QUICK : CAREFUL),
    ...(tree.levels.size > 1 && COMPACT),
  };
  return { id: ROOT, layoutOptions, children: childrenOf(tree, ""), edges };
}

function collect(node: ElkNode, layout: Required<Layout>): void {
  for (const child of node.children ?? []) {
    const { x = 0, y = 0, width = 0, height = 0 } = child;
    layout.boxes[child.id] = { x, y, width, height } satisfies Box;
    collect(child, layout);
  }
  for (const edge of node.edges ?? []) {
    const points: Point[] = (edge.sections ?? []).flatMap((section) => [
      section.startPoint,
      ...(section.bendPoints ?? []),
      section.endPoint,
    ]);
    if (points.length > 1) layout.routes[edge.id] = points;
    const label = edge.labels?.[0];
    if (label?.x !== undefined && label.y !== undefined) {
      layout.labels[edge.id] = { x: label.x + (label.width ?? 0) / 2, y: label.y + (label.height ?? 0) / 2 };
    }
  }
}

export function layoutOf(result: ElkNode): Layout {
  const layout = { boxes: {}, routes: {}, labels: {} };
  collect(result, layout);
  return layout;
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

export async function elkLayout(structure: Structure): Promise<Layout> {
  engine ??= startEngine();
  return layoutOf(await (await engine).layout(elkGraph(structure)));
}
