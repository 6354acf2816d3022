import type { Editor, GraphDiff, Outcome } from "../context";
import { type Dependency, type Draft, dependencyOf, edgeId } from "../model";

export interface EdgeEnds {
  source: string;
  target: string;
  case: string | null;
}

interface Case {
  name: string;
  when: { kind: string; value?: string };
}

/** An edge of the draft by the id that the canvas gives it. */
export function edgeOf(draft: Draft, id: string): EdgeEnds | null {
  // Ids of nodes hold no arrow, so the target is found by the text alone.
  const [source = "", rest = ""] = id.split("→");
  const target = draft.nodes.get(rest) ? rest : (rest.split(":")[0] as string);
  for (const dependency of draft.nodes.get(target)?.depends_on ?? []) {
    const { node, case: label } = dependencyOf(dependency);
    if (node === source && edgeId(source, target, label) === id) return { source, target, case: label };
  }
  return null;
}

const withCase = (fields: Record<string, unknown>, key: string, name: string | null) =>
  name === null ? fields : { ...fields, [key]: name };

/** Lets `target` need `source`; out of a branch the edge is on one of its cases. */
export function connect(
  editor: Editor,
  source: string,
  target: string,
  name: string | null = null,
): Promise<Outcome> {
  const edge = withCase({ node_id: target, dep: source }, "case", name);
  return editor.commands.edit([{ op: "add_edge", ...edge }]);
}

/** What moves one end of an edge: to another source in place, to another target as removed and added. */
export function rerouteDiffs(old: EdgeEnds, fresh: EdgeEnds): GraphDiff[] {
  if (old.target !== fresh.target) {
    return [
      { op: "remove_edge", ...withCase({ node_id: old.target, dep: old.source }, "case", old.case) },
      { op: "add_edge", ...withCase({ node_id: fresh.target, dep: fresh.source }, "case", fresh.case) },
    ];
  }
  const ends = { node_id: old.target, old_dep: old.source, new_dep: fresh.source };
  const diff = withCase(withCase(ends, "old_case", old.case), "new_case", fresh.case);
  return [{ op: "reroute_edge", ...diff }];
}

export function reroute(editor: Editor, old: EdgeEnds, fresh: EdgeEnds): Promise<Outcome> {
  return editor.commands.edit(rerouteDiffs(old, fresh));
}

/** Takes an edge away; without `id` the one that is selected. */
export async function removeEdge(editor: Editor, id?: string): Promise<Outcome | null> {
  const state = editor.store.getState();
  const chosen = id ?? state.selectedEdge;
  const edge = chosen === null ? null : edgeOf(state.draft, chosen);
  if (!edge) return null;
  const fields = withCase({ node_id: edge.target, dep: edge.source }, "case", edge.case);
  const outcome = await editor.commands.edit([{ op: "remove_edge", ...fields }]);
  if (outcome.ok && editor.store.getState().selectedEdge === chosen) state.selectEdge(null);
  return outcome;
}

function casesOf(draft: Draft, branch: string): Case[] {
  return (draft.nodes.get(branch)?.cases as Case[] | undefined) ?? [];
}

/** A branch's cases, and whether an edge is on each already. A case may have several edges. */
export function freeCases(draft: Draft, branch: string): { name: string; used: boolean }[] {
  const used = new Set<string>();
  for (const node of draft.nodes.values()) {
    for (const dependency of node.depends_on ?? []) {
      const { node: source, case: label } = dependencyOf(dependency as Dependency);
      if (source === branch && label !== null) used.add(label);
    }
  }
  return casesOf(draft, branch).map(({ name }) => ({ name, used: used.has(name) }));
}

/** The branch with one more case, in front of an “else”; what else it asks is filled in in the inspector. */
export function caseAdded(draft: Draft, branch: string, name: string): GraphDiff {
  const cases = casesOf(draft, branch);
  const decides = cases[0]?.when.kind === "model_decision";
  const when = decides ? { kind: "model_decision" } : { kind: "expression", value: "false" };
  const last = cases.at(-1);
  const otherwise = last?.when.kind === "expression" && last.when.value?.trim() === "true";
  const at = otherwise ? cases.length - 1 : cases.length;
  const set = { cases: [...cases.slice(0, at), { name, when }, ...cases.slice(at)] };
  return { op: "update_node", id: branch, set };
}

/** A new case of a branch and the edge that is on it, in one step. */
export function addCase(editor: Editor, branch: string, name: string, target: string): Promise<Outcome> {
  const { draft } = editor.store.getState();
  return editor.commands.edit([
    caseAdded(draft, branch, name),
    { op: "add_edge", node_id: target, dep: branch, case: name },
  ]);
}
