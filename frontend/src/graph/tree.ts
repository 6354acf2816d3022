import type { Structure, StructureEdge, StructureNode } from "../api/types";

/** A structure by level: the document's own nodes stand under "", a team's under its id. */
export interface Tree {
  levels: Map<string, StructureNode[]>;
  edges: Map<string, StructureEdge[]>;
}

export function treeOf({ nodes, edges }: Structure): Tree {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const owner = (id: string) => {
    const team = known.get(id)?.team;
    return team && known.has(team) ? team : "";
  };
  const levels = new Map<string, StructureNode[]>();
  for (const node of [...nodes].sort((a, b) => a.index - b.index)) {
    const level = owner(node.id);
    const siblings = levels.get(level);
    if (siblings) siblings.push(node);
    else levels.set(level, [node]);
  }
  const byLevel = new Map<string, StructureEdge[]>();
  for (const edge of edges) {
    if (!known.has(edge.source) || !known.has(edge.target)) continue;
    const level = owner(edge.target);
    const list = byLevel.get(level);
    if (list) list.push(edge);
    else byLevel.set(level, [edge]);
  }
  return { levels, edges: byLevel };
}

/** Equal for equal structures, whatever their nodes are doing. */
export function structureKey({ nodes, edges }: Structure): string {
  const text = JSON.stringify([
    nodes.map((node) => [node.id, node.team ?? ""]),
    edges.map((edge) => [edge.id, edge.source, edge.target, edge.case ?? ""]),
  ]);
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = ((hash * 33) ^ text.charCodeAt(at)) >>> 0;
  return `${nodes.length}-${edges.length}-${hash.toString(36)}`;
}
