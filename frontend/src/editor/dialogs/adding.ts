import type { GraphDiff } from "../context";
import type { Draft, NodeJson } from "../model";
import { type CaseChoice, caseDiffs } from "./CaseField";

export type Where = "after" | "before" | "inside";

/**
 * Adds a node beside another or inside it (`beside` null: last in the graph). With `join` an edge joins the
 * two: after a branch on the case given.
 */
export function addDiffs(
  draft: Draft,
  node: NodeJson,
  beside: string | null,
  where: Where,
  join: { case: CaseChoice | null } | null,
): GraphDiff[] {
  if (beside === null) return [{ op: "add_node", node }];
  if (where === "inside") return [{ op: "add_node", node, team: beside }];
  const team = draft.home.get(beside) ?? null;
  const at = (draft.levels.get(team) ?? []).indexOf(beside) + (where === "after" ? 1 : 0);
  const place = { ...(team !== null && { team }), at };
  if (!join) return [{ op: "add_node", node, ...place }];
  if (where === "before") {
    return [
      { op: "add_node", node, ...place },
      { op: "add_edge", node_id: beside, dep: node.id },
    ];
  }
  const name = join.case?.name.trim();
  const need = name ? { node: beside, case: name } : beside;
  return [
    ...caseDiffs(draft, beside, join.case),
    { op: "add_node", node: { ...node, depends_on: [need] }, ...place },
  ];
}
