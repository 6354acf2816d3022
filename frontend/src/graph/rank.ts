import type { Structure, StructureEdge, StructureNode } from "../api/types";
import { type Column, placeColumns } from "./columns";
import { composed } from "./compose";
import { GAP, type Layout, labelWidth, type Plan } from "./geometry";
import { type Laid, type Level, type Part, planned } from "./level";
import { treeOf } from "./tree";

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

/** The nodes by rank, in document order, with room for the cases that leave each rank. */
export function columnsOf({ nodes, edges }: Level): Column[] {
  const rank = ranks(nodes, edges);
  const columns: Column[] = [];
  for (const { id } of nodes) {
    const at = rank.get(id) ?? 0;
    while (columns.length <= at) columns.push({ ids: [], room: 0 });
    columns[at]?.ids.push(id);
  }
  for (const { source, case: name } of edges) {
    const column = columns[rank.get(source) ?? 0];
    if (name && column) column.room = Math.max(column.room, labelWidth(name));
  }
  return columns;
}

/** One level by rank: each node next to the middle of what it needs, else in the document's order. */
export function rankLevel(level: Level): Laid {
  const incoming = new Map<string, string[]>();
  for (const { source, target } of level.edges) append(incoming, target, source);
  const middle = new Map<string, number>();
  const columns = columnsOf(level).map(({ ids, room }) => {
    const wish = new Map<string, number>();
    for (const id of ids) {
      const sources = (incoming.get(id) ?? []).flatMap((source) => middle.get(source) ?? []);
      wish.set(id, sources.length > 0 ? sources.reduce((sum, y) => sum + y, 0) / sources.length : 0);
    }
    const ordered = [...ids].sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0));
    // Columns stand around one middle line; a folded one keeps its order from the top down.
    let y = ordered.reduce((sum, id) => sum - level.size(id).height - GAP.node, 0) / 2;
    for (const id of ordered) {
      const { height } = level.size(id);
      middle.set(id, y + height / 2);
      y += height + GAP.node;
    }
    return { ids: ordered, room };
  });
  return { places: placeColumns(columns, level.size) };
}

/** Left to right by rank, at once: what shows until the better plan arrives. Deterministic. */
export function rankPlan(structure: Structure, part?: Part): Plan {
  return planned(treeOf(structure), rankLevel, part);
}

export function rankLayout(structure: Structure): Layout {
  return composed(structure, rankPlan(structure));
}
