import type { GraphDiff } from "../context";
import { type Draft, type NodeJson, titleOf } from "../model";

const SHOWN = 60;

function quoted(text: string): string {
  return `“${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}”`;
}

/** The node that a diff is about, as the page knows it. */
function subjectOf(draft: Draft, diff: GraphDiff): string {
  const given = diff.node as NodeJson | string | undefined;
  if (typeof given === "object" && given?.id) return quoted(titleOf(given));
  const id = [given, diff.id, diff.node_id, diff.team_id].find((one) => typeof one === "string");
  if (id === undefined) return "";
  const node = draft.nodes.get(id as string);
  return quoted(node ? titleOf(node) : (id as string));
}

/** What an edit is called before the server has put it into words, like “Update node “Look up””. */
export function labelOf(draft: Draft, diffs: readonly GraphDiff[]): string {
  const [first] = diffs;
  if (!first) return "An empty edit";
  const name = first.op.replaceAll("_", " ");
  const words = [name.charAt(0).toUpperCase() + name.slice(1), subjectOf(draft, first)];
  const more = diffs.length > 1 ? ` and ${diffs.length - 1} more` : "";
  return words.filter(Boolean).join(" ") + more;
}

/** “Moved “Look up”” or “Moved 3 nodes”. */
export function moveLabel(draft: Draft, ids: readonly string[]): string {
  const node = ids.length === 1 ? draft.nodes.get(ids[0] as string) : undefined;
  return node
    ? `Moved ${quoted(titleOf(node))}`
    : `Moved ${ids.length} ${ids.length === 1 ? "node" : "nodes"}`;
}
