import { parseJson, toJsonText } from "../../api/exact";
import { around, CARD, type Point, touching } from "../../graph/geometry";
import { own } from "../../own";
import { toast } from "../../ui/toasts";
import type { Editor, Outcome } from "../context";
import { bodyOf, type Draft, type NodeJson, nestedNode } from "../model";
import { removeSelection } from "./edits";
import { holders, inOrder, tops } from "./holders";
import { canvasUi } from "./ui";

interface Copied {
  trackside: "nodes";
  nodes: NodeJson[];
  /** Where the copied nodes stood, so that they keep their arrangement. */
  positions: Record<string, Point>;
}

/** Every node of a nested list, what each one holds after it. */
function* walk(nodes: readonly NodeJson[]): Generator<NodeJson> {
  for (const node of nodes) {
    yield node;
    const body = node.body as { graph?: { nodes?: NodeJson[] } } | undefined;
    yield* walk((node.nodes as NodeJson[] | undefined) ?? body?.graph?.nodes ?? []);
  }
}

/** The selected nodes with all they hold, and with the bodies that stand beside them. */
function copied(editor: Editor): Copied | null {
  const { draft, selection } = editor.store.getState();
  const ids = withBodies(draft, tops(draft, selection));
  if (ids.length === 0) return null;
  const nodes = ids.map((id) => nestedNode(draft, id));
  const places = canvasUi(editor.store).getState().places;
  const positions: Record<string, Point> = {};
  for (const { id } of walk(nodes)) {
    const place = own(places, id);
    if (place) positions[id] = { x: place.x, y: place.y };
  }
  return { trackside: "nodes", nodes, positions };
}

function withBodies(draft: Draft, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  for (const id of wanted) {
    const node = draft.nodes.get(id);
    const body = node ? bodyOf(node) : null;
    if (body !== null && draft.home.get(body) === draft.home.get(id)) wanted.add(body);
  }
  return [...inOrder(draft)].filter((id) => wanted.has(id));
}

/** The selection as text for the clipboard, or null when nothing is selected. */
export function copiedText(editor: Editor): string | null {
  const content = copied(editor);
  return content ? toJsonText(content) : null;
}

/** Puts the selection on the clipboard where no event of the clipboard does it: from a menu. */
export function copySelection(editor: Editor): string | null {
  const text = copiedText(editor);
  if (text !== null) {
    void navigator.clipboard
      ?.writeText(text)
      .catch(() => toast("error", "The browser does not let this page write to the clipboard."));
  }
  return text;
}

export async function cutSelection(editor: Editor): Promise<string | null> {
  const text = copySelection(editor);
  if (text !== null) await removeSelection(editor);
  return text;
}

/** Copies of the selected nodes beside them, which need what the originals need. */
export async function duplicateSelection(editor: Editor): Promise<Outcome | null> {
  const content = copied(editor);
  if (!content) return null;
  const { draft } = editor.store.getState();
  const team = draft.home.get((content.nodes[0] as NodeJson).id) ?? null;
  return put(editor, content, team, true, { x: 32, y: 32 });
}

/** The nodes that a text holds, or null: copied ones, a document, a list of nodes or a single one. */
export function nodesIn(text: string): Copied | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const holder = value as {
    nodes?: unknown;
    positions?: Record<string, Point>;
    kind?: unknown;
    id?: unknown;
  };
  const isNode = typeof holder.id === "string" && typeof holder.kind === "string";
  const nodes = Array.isArray(value) ? value : isNode ? [value] : holder.nodes;
  if (!Array.isArray(nodes) || nodes.length === 0) return null;
  if (!nodes.every((node) => typeof node?.id === "string" && typeof node?.kind === "string")) return null;
  return { trackside: "nodes", nodes: nodes as NodeJson[], positions: holder.positions ?? {} };
}

/**
 * Adds the nodes that a text holds, with fresh ids, in what holds the selection. Null when it holds none,
 * which the person is told.
 */
export async function pasteText(editor: Editor, text: string): Promise<Outcome | null> {
  const content = nodesIn(text);
  if (!content) {
    toast("error", "What was copied holds no nodes. Nothing was pasted.");
    return null;
  }
  return put(editor, content, targetOf(editor), false, null);
}

export async function pasteFromClipboard(editor: Editor): Promise<Outcome | null> {
  try {
    return await pasteText(editor, await navigator.clipboard.readText());
  } catch {
    toast("error", "The browser does not let this page read the clipboard. Paste with Ctrl-V instead.");
    return null;
  }
}

/** Into a team that alone is selected, else beside what is selected. */
function targetOf(editor: Editor): string | null {
  const { draft, selection } = editor.store.getState();
  const [id] = tops(draft, selection);
  if (id === undefined) return null;
  if (selection.size === 1 && draft.nodes.get(id)?.kind === "team") return id;
  return draft.home.get(id) ?? null;
}

/** Pastes, selects what came, and stands it as it stood: moved by `offset`, or into the middle of the view. */
async function put(
  editor: Editor,
  content: Copied,
  team: string | null,
  keepNeeds: boolean,
  offset: Point | null,
): Promise<Outcome> {
  const before = editor.store.getState().draft;
  const outcome = await editor.commands.paste(content.nodes, team, keepNeeds);
  if (!outcome.ok) return outcome;
  const { draft } = editor.store.getState();
  const fresh = (draft.levels.get(team) ?? []).filter((id) => !before.nodes.has(id));
  const old = [...walk(content.nodes)].map((node) => node.id);
  const made = [...walk(fresh.map((id) => nestedNode(draft, id)))].map((node) => node.id);
  const top = new Set(fresh);
  const holder = holders(draft);
  editor.store.getState().select(fresh.filter((id) => (holder.get(id) ?? null) === team));
  const known = old.flatMap((id, at) => {
    const place = Object.hasOwn(content.positions, id) ? content.positions[id] : undefined;
    const own = made[at];
    return place && own !== undefined ? [[own, place] as const] : [];
  });
  if (known.length === 0) return outcome;
  const isTop = (id: string) => top.has(id) && (holder.get(id) ?? null) === team;
  const group = known.filter(([id]) => isTop(id)).map(([, place]) => place);
  const by = offset ?? toMiddle(editor, group, team, new Set(made));
  const positions = Object.fromEntries(
    known.map(([id, { x, y }]) => [id, isTop(id) ? { x: x + by.x, y: y + by.y } : { x, y }]),
  );
  editor.commands.keepLayout(positions, false);
  return outcome;
}

const ASIDE = 32;

/** How far the pasted nodes have to go to stand in the middle of what is in view, beside what is there. */
function toMiddle(
  editor: Editor,
  places: readonly Point[],
  team: string | null,
  fresh: ReadonlySet<string>,
): Point {
  const { stage, layout } = canvasUi(editor.store).getState();
  const corner = layout?.corners[team ?? ""];
  if (!stage || !layout || !corner || places.length === 0) return { x: ASIDE, y: ASIDE };
  const boxes = places.map((place) => ({ ...place, ...CARD }));
  const group = around(boxes);
  const middle = stage.middle();
  const by = {
    x: Math.round(middle.x - corner.x - group.x - group.width / 2),
    y: Math.round(middle.y - corner.y - group.y - group.height / 2),
  };
  const others = Object.entries(layout.boxes)
    .filter(([id]) => !fresh.has(id) && !layout.corners[id])
    .map(([, box]) => box);
  const covers = (step: number) =>
    boxes.some((box) =>
      others.some((other) =>
        touching({ ...box, x: box.x + corner.x + by.x, y: box.y + corner.y + by.y + step }, other, 12),
      ),
    );
  let step = 0;
  while (step < 100 * ASIDE && covers(step)) step += ASIDE;
  return { x: by.x, y: by.y + step };
}
