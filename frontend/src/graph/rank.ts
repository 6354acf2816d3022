import type { Structure, StructureEdge, StructureNode } from "../api/types";
import { type Box, CARD, FRAME, GAP, type Layout, labelWidth } from "./geometry";
import { type Tree, treeOf } from "./tree";

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Every node's rank: the length of the longest way to it. A cycle, which a document cannot have, ends at rank 0. */
export function ranks(nodes: StructureNode[], edges: StructureEdge[]): Map<string, number> {
  const rank = new Map(nodes.map((node) => [node.id, 0]));
  const left = new Map(nodes.map((node) => [node.id, 0]));
  const outgoing = new Map<string, string[]>();
  for (const { source, target } of edges) {
    if (!rank.has(source) || !rank.has(target)) continue;
    left.set(target, (left.get(target) ?? 0) + 1);
    append(outgoing, source, target);
  }
  const ready = nodes.filter((node) => left.get(node.id) === 0).map((node) => node.id);
  for (let at = 0; at < ready.length; at += 1) {
    const id = ready[at] as string;
    for (const target of outgoing.get(id) ?? []) {
      rank.set(target, Math.max(rank.get(target) ?? 0, (rank.get(id) ?? 0) + 1));
      const waits = (left.get(target) ?? 0) - 1;
      left.set(target, waits);
      if (waits === 0) ready.push(target);
    }
  }
  return rank;
}

/** A level laid out at the origin: its own boxes, those of everything inside, and its size. */
interface Block {
  boxes: Record<string, Box>;
  width: number;
  height: number;
}

function shift(block: Block, x: number, y: number, into: Record<string, Box>): void {
  for (const [id, box] of Object.entries(block.boxes)) into[id] = { ...box, x: box.x + x, y: box.y + y };
}

function layLevel(tree: Tree, level: string): Block {
  const nodes = tree.levels.get(level) ?? [];
  const edges = tree.edges.get(level) ?? [];
  const inner = new Map<string, Block>();
  const size = (id: string) => {
    const block = inner.get(id);
    return block
      ? { width: block.width + 2 * FRAME.side, height: block.height + FRAME.top + FRAME.bottom }
      : CARD;
  };
  for (const node of nodes) if (tree.levels.has(node.id)) inner.set(node.id, layLevel(tree, node.id));

  const rank = ranks(nodes, edges);
  const columns: StructureNode[][] = [];
  for (const node of nodes) {
    const column = rank.get(node.id) ?? 0;
    while (columns.length <= column) columns.push([]);
    columns[column]?.push(node);
  }

  const incoming = new Map<string, string[]>();
  const labels = columns.map(() => 0);
  for (const { source, target, case: name } of edges) {
    append(incoming, target, source);
    const at = rank.get(source) ?? 0;
    if (name) labels[at] = Math.max(labels[at] ?? 0, labelWidth(name));
  }
  const middle = new Map<string, number>();
  const boxes: Record<string, Box> = {};
  let x = 0;
  let tallest = 0;
  const heights = columns.map((column) =>
    column.reduce((sum, node) => sum + size(node.id).height + GAP.node, -GAP.node),
  );
  for (const height of heights) tallest = Math.max(tallest, height);
  columns.forEach((column, at) => {
    // Each node next to the middle of what it needs; nodes without a hint keep the document's order.
    const wish = (node: StructureNode) => {
      const sources = (incoming.get(node.id) ?? []).flatMap((id) => middle.get(id) ?? []);
      return sources.length > 0 ? sources.reduce((sum, y) => sum + y, 0) / sources.length : 0;
    };
    const ordered = column.map((node) => ({ node, wish: wish(node) })).sort((a, b) => a.wish - b.wish);
    const width = column.reduce((widest, node) => Math.max(widest, size(node.id).width), 0);
    let y = (tallest - (heights[at] ?? 0)) / 2;
    for (const { node } of ordered) {
      const { width: own, height } = size(node.id);
      boxes[node.id] = { x, y, width: own, height };
      middle.set(node.id, y + height / 2);
      const block = inner.get(node.id);
      if (block) shift(block, x + FRAME.side, y + FRAME.top, boxes);
      y += height + GAP.node;
    }
    x += width + GAP.rank + (labels[at] ?? 0);
  });
  const width = Object.values(boxes).reduce((right, box) => Math.max(right, box.x + box.width), 0);
  return { boxes, width, height: Math.max(0, tallest) };
}

/** Left to right by rank, at once: what shows until the better layout arrives. Deterministic. */
export function rankLayout(structure: Structure): Layout {
  return { boxes: layLevel(treeOf(structure), "").boxes };
}
