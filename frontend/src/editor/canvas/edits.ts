import type { Point } from "../../graph/geometry";
import { toast } from "../../ui/toasts";
import { loadCatalog } from "../catalog";
import type { Editor, GraphDiff, Outcome } from "../context";
import { withKeysOff } from "../keysOff";
import { bodyOf, type Dependency, type Draft, dependencyOf, freeId, type NodeJson, titleOf } from "../model";
import { ui } from "../ui";
import { around, holders, holds, tops } from "./holders";
import { canvasUi } from "./ui";

export interface NewNode {
  kind: string;
  /** The team, or map or fold with a graph of its own, that is to hold it; null: the graph. */
  team?: string | null;
  /** Its place in what holds it; absent: near what it needs. */
  at?: Point;
  needs?: Dependency[];
}

/** Adds a blank node, selects it, and puts the cursor into its title. Its id, or null when it was refused. */
export function addNode(editor: Editor, node: NewNode): Promise<string | null> {
  return withKeysOff(() => add(editor, node));
}

async function add(editor: Editor, { kind, team = null, at, needs = [] }: NewNode): Promise<string | null> {
  let blank: Record<string, unknown> = {};
  try {
    const { kinds } = await loadCatalog();
    blank = kinds.find((entry) => entry.kind === kind)?.blank ?? {};
  } catch {
    toast("error", "The kinds of nodes could not be loaded. Nothing was added; try again.");
    return null;
  }
  let id = kind;
  const waited = watchWaiting(editor);
  const outcome = await editor.commands.edit(() => {
    // When its turn comes, those that were added just before are in the draft.
    id = freeId(editor.store.getState().draft, kind);
    const node: NodeJson = { ...blank, id, kind };
    if (needs.length > 0) node.depends_on = needs;
    if (at) editor.store.getState().setPositions({ [id]: { ...at, by_hand: false } });
    const diff: GraphDiff = { op: "add_node", node };
    if (team !== null) diff.team = team;
    return [diff];
  });
  const late = waited();
  if (!outcome.ok) return null;
  if (at) editor.commands.keepLayout({ [id]: at }, false);
  // Whoever has gone on to write something else while it waited for the connection stays there.
  if (late && isWriting()) return id;
  editor.store.getState().inspect(id, "title");
  if (!at) editor.store.getState().show(id);
  return id;
}

/** Whether anything has waited for the connection between this call and that of its result. */
function watchWaiting({ store }: Editor): () => boolean {
  let waited = store.getState().saving === "waiting";
  const leave = store.subscribe(({ saving }) => {
    waited ||= saving === "waiting";
  });
  return () => {
    leave();
    return waited;
  };
}

function isWriting(): boolean {
  return document.activeElement?.matches("input, textarea, select, [contenteditable=true]") ?? false;
}

const selected = (editor: Editor) => {
  const { draft, selection } = editor.store.getState();
  return tops(draft, selection);
};

/** Whether these nodes stand between others, so that a gap could be bridged. */
export function canBridge(draft: Draft, ids: readonly string[]): boolean {
  const gone = new Set(ids);
  const needs = ids.some((id) =>
    (draft.nodes.get(id)?.depends_on ?? []).some((one) => !gone.has(dependencyOf(one).node)),
  );
  if (!needs) return false;
  for (const [id, node] of draft.nodes) {
    if (gone.has(id)) continue;
    if ((node.depends_on ?? []).some((one) => gone.has(dependencyOf(one).node))) return true;
  }
  return false;
}

/** Removes the selected nodes with all they hold; with `bridge` what needed them needs what they needed. */
export async function removeSelection(editor: Editor, bridge = false): Promise<Outcome | null> {
  const ids = selected(editor);
  if (ids.length === 0) return null;
  const told = removalWords(editor.store.getState().draft, ids);
  const outcome = await editor.commands.edit(
    ids.map((id) => (bridge ? { op: "remove_node", id, bridge } : { op: "remove_node", id })),
  );
  if (outcome.ok) {
    editor.store.getState().select([]);
    if (told) tellRemoved(editor, told);
  }
  return outcome;
}

/** What went along with a team, map or fold, in words; null: nothing did. */
export function removalWords(draft: Draft, ids: readonly string[]): string | null {
  const gone = new Set(ids);
  const inside = [...draft.nodes.keys()].filter(
    (id) => !gone.has(id) && around(draft, id).some((outer) => gone.has(outer)),
  );
  const held = inside.length;
  if (held === 0) return null;
  const [first] = ids;
  const node = first === undefined ? undefined : draft.nodes.get(first);
  const what = ids.length === 1 && node ? `“${titleOf(node)}”` : `${ids.length} nodes`;
  return `Removed ${what} with ${held === 1 ? "the node" : `the ${held} nodes`} inside.`;
}

/** Undoing is one key away, but nobody may have seen how much went. */
function tellRemoved(editor: Editor, text: string): void {
  const { undo } = editor.store.getState();
  toast("success", text, {
    label: "Undo",
    run: () => {
      if (editor.store.getState().undo === undo) void editor.commands.undo();
      else toast("info", "You have changed something since. Undo takes your changes back one by one.");
    },
  });
}

/** Removes what is selected, an edge too; asks first whether to bridge where there is a choice. */
export async function askRemove(editor: Editor, at?: Point): Promise<void> {
  const ids = selected(editor);
  const { draft } = editor.store.getState();
  if (ids.length === 0 || !canBridge(draft, ids)) {
    await removeSelection(editor);
    return;
  }
  canvasUi(editor.store).setState({ question: at ? { ask: "bridge", ids, at } : { ask: "bridge", ids } });
}

/** Why the selection cannot be a team, or null: it can. */
export function canWrap(editor: Editor): string | null {
  const ids = selected(editor);
  if (ids.length === 0) return "Select the nodes that are to form a team.";
  const holder = holders(editor.store.getState().draft);
  const level = holder.get(ids[0] as string);
  return ids.every((id) => holder.get(id) === level) ? null : "The selected nodes stand on different levels.";
}

/** Asks for the name of the team to be. */
export function askWrap(editor: Editor): void {
  const why = canWrap(editor);
  if (why) toast("error", why);
  else ui.ask({ kind: "wrap", ids: selected(editor) });
}

/** A name as an id: small letters, digits and dashes; `fallback` where nothing is left of it. */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 48);
  return slug.replace(/-+$/, "") || fallback;
}

/** Whether the one selected node is a team. */
export function canUnwrap(editor: Editor): boolean {
  const { draft, selection } = editor.store.getState();
  const [id] = selection;
  return selection.size === 1 && draft.nodes.get(id as string)?.kind === "team";
}

/** Puts the nodes of a team in its place; they are selected afterwards. */
export async function unwrap(editor: Editor, id?: string): Promise<Outcome | null> {
  const { draft, selection } = editor.store.getState();
  const team = id ?? [...selection][0];
  if (team === undefined || draft.nodes.get(team)?.kind !== "team") return null;
  const inside = draft.levels.get(team) ?? [];
  const outcome = await editor.commands.edit([{ op: "unwrap_team", id: team }]);
  if (outcome.ok) editor.store.getState().select(inside);
  return outcome;
}

/** Why a node cannot be split, or null: it can. What only the server knows, its refusal says. */
export function canSplit(draft: Draft, id: string): string | null {
  const node = draft.nodes.get(id);
  if (!node) return "Select the node that is to be split.";
  if (holds(draft, id) || bodyOf(node) !== null) return `“${titleOf(node)}” holds other nodes; split those.`;
  return null;
}

export function askSplit(editor: Editor): void {
  const { draft, selection } = editor.store.getState();
  const [id] = selection;
  const why =
    selection.size === 1 ? canSplit(draft, id as string) : "Select the one node that is to be split.";
  if (why) toast("error", why);
  else ui.ask({ kind: "split", node: id as string });
}

/** Gives a node another title; an empty one takes it away. */
export async function rename(editor: Editor, id: string, title: string): Promise<Outcome | null> {
  const node = editor.store.getState().draft.nodes.get(id);
  if (!node || (node.title ?? "") === title) return null;
  return editor.commands.edit([
    title === "" ? { op: "update_node", id, unset: ["title"] } : { op: "update_node", id, set: { title } },
  ]);
}
