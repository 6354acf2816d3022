import type { Draft, NodeJson } from "../model";
import { inOrder } from "./holders";

const MOST = 50;

function words(node: NodeJson): string[] {
  const found = [node.title ?? "", node.id, node.kind];
  for (const field of ["tool", "role", "agent_hint"]) {
    const value = node[field];
    if (typeof value === "string") found.push(value);
  }
  return found.map((word) => word.toLocaleLowerCase());
}

/** How well a node answers: less is better, null: not at all. */
function rank(node: NodeJson, parts: readonly string[]): number | null {
  const all = words(node);
  let worst = 0;
  for (const part of parts) {
    let best = Number.POSITIVE_INFINITY;
    all.forEach((word, at) => {
      const found = word.indexOf(part);
      if (found >= 0) best = Math.min(best, at * 2 + (found === 0 ? 0 : 1));
    });
    if (best === Number.POSITIVE_INFINITY) return null;
    worst = Math.max(worst, best);
  }
  return worst;
}

export interface Found {
  ids: string[];
  total: number;
}

/** The nodes whose title, id, kind, tool, role or agent have every word of `text`, the best first. */
export function findNodes(draft: Draft, text: string): Found {
  const parts = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return { ids: [], total: 0 };
  const found: { id: string; rank: number }[] = [];
  for (const id of inOrder(draft)) {
    const value = rank(draft.nodes.get(id) as NodeJson, parts);
    if (value !== null) found.push({ id, rank: value });
  }
  found.sort((one, other) => one.rank - other.rank);
  return { ids: found.slice(0, MOST).map(({ id }) => id), total: found.length };
}
