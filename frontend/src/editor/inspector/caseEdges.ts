import { type Dependency, dependencyOf } from "../model";
import type { Followed, ReadFields } from "./places";

/**
 * What makes the edges out of a case follow its new name. `dependents` are the nodes that need the branch.
 * Where two cases have had the name, or now would, it cannot be told whose edges they are: they stay.
 */
export function followCase(
  branch: string,
  dependents: readonly string[],
  [before, after]: [unknown, unknown],
  others: readonly string[],
  read: ReadFields,
): Followed[] {
  if (typeof before !== "string" || typeof after !== "string" || before === after) return [];
  if (after === "" || others.includes(before) || others.includes(after)) return [];
  return dependents.flatMap((node) => {
    const needs = (read(node).depends_on ?? []) as Dependency[];
    const mine = (one: Dependency) => {
      const edge = dependencyOf(one);
      return edge.node === branch && edge.case === before;
    };
    if (!needs.some(mine)) return [];
    const moved = needs.map((one) => (mine(one) ? { node: branch, case: after } : one));
    const ends = { node_id: node, old_dep: branch, new_dep: branch };
    const diffs = [{ op: "reroute_edge", ...ends, old_case: before, new_case: after }];
    return [{ node, changes: { depends_on: moved }, diffs }];
  });
}
