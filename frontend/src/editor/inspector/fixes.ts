import type { DraftProblem } from "../../api/types";
import { type Path, parsePath } from "../../forms/paths";
import type { GraphDiff } from "../context";
import { dependencyOf, type NodeJson } from "../model";
import { renamed } from "./mapping";
import { diffsOf, fixedPlace } from "./places";

/** What is at a path inside a node; undefined where nothing is. */
function valueAt(node: NodeJson, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    node,
  );
}

/** The diffs that put a problem's suggestion in place of what is there; null where that is not all it takes. */
export function fixOf(problem: DraftProblem, node: NodeJson): GraphDiff[] | null {
  const path = parsePath(`$.${problem.field}`);
  const { suggestion } = problem;
  // Of an expression the suggestion names one part only.
  if (suggestion === null || !path || !problem.code.startsWith("unknown_")) return null;
  if (typeof valueAt(node, path) !== "string") return null;
  if (problem.code === "unknown_input_field") {
    const input = node.input as Record<string, unknown>;
    if (Object.hasOwn(input, suggestion)) return null;
    const changes = { input: renamed(input, String(path[1]), suggestion) };
    return diffsOf(node.id, node, changes);
  }
  if (path[0] === "depends_on") {
    const edge = node.depends_on?.[Number(path[1])];
    if (edge === undefined || path[2] !== "case") return null;
    const { node: dep, case: old } = dependencyOf(edge);
    const ends = { node_id: node.id, old_dep: dep, new_dep: dep };
    return [{ op: "reroute_edge", ...ends, old_case: old, new_case: suggestion }];
  }
  const changes = fixedPlace(node.id, ...path).write(node, suggestion);
  return typeof changes === "string" ? null : diffsOf(node.id, node, changes);
}
