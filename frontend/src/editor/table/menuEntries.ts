import {
  canBridge,
  canSplit,
  canUnwrap,
  copySelection,
  cutSelection,
  duplicateSelection,
  pasteFromClipboard,
  removeSelection,
  toggleCollapsed,
  unwrap,
} from "../canvas/actions";
import { holders, holds } from "../canvas/holders";
import type { Editor } from "../context";
import type { NodeJson } from "../model";
import { capsOf, SHORTCUTS, type ShortcutName } from "../shortcuts";
import { ui } from "../ui";
import { askInTable, selectedTops } from "./asking";
import { canHold } from "./moves";

export interface MenuEntry {
  label: string;
  /** The keys that do the same. */
  caps: string[];
  run(): void;
}

function capsFor(name: ShortcutName): string[] {
  const [first] = SHORTCUTS.find((one) => one.name === name)?.strokes ?? [];
  return first ? capsOf(first) : [];
}

/** What can be done with the row of `id` and, when more are selected, with all of those, in groups. */
export function entriesFor(
  editor: Editor,
  id: string,
  mayEdit: boolean,
  step: ((id: string, by: -1 | 1) => void) | undefined,
): MenuEntry[][] {
  const { draft, selection, collapsed, inspect, may, archived } = editor.store.getState();
  const node = draft.nodes.get(id) as NodeJson;
  const many = selection.size > 1 && selection.has(id);
  const isBody = holders(draft).get(id) !== draft.home.get(id);
  const entry = (label: string, run: () => void, key?: ShortcutName): MenuEntry => ({
    label,
    caps: key ? capsFor(key) : [],
    run,
  });
  const copy = entry("Copy", () => void copySelection(editor), "copy");
  const look = many ? [] : [entry("Open in the inspector", () => inspect(id), "inspect")];
  if (!many && may.start && !archived) {
    look.push(entry("Try this node …", () => ui.ask({ kind: "try-node", node: id })));
  }
  // On the canvas; rows have an arrow for it.
  if (!step && !many && holds(draft, id)) {
    look.push(
      entry(collapsed.has(id) ? "Show what it holds" : "Collapse", () => toggleCollapsed(editor, id)),
    );
  }
  if (!mayEdit) return [[...look, copy]];
  const own = many
    ? []
    : [
        entry("Rename", () => ui.rename(id), "rename"),
        entry("Change the id …", () => ui.ask({ kind: "id", node: id })),
        ...(isBody
          ? []
          : [entry("What it needs …", () => ui.ask({ kind: "dependencies", node: id }), "dependencies")]),
      ];
  const add = many
    ? []
    : [
        entry("Add after …", () => ui.ask({ kind: "add", beside: id }), "add"),
        entry("Add before …", () => ui.ask({ kind: "add", beside: id, where: "before" })),
        ...(canHold(node)
          ? [entry("Add inside …", () => ui.ask({ kind: "add", beside: id, where: "inside" }))]
          : []),
      ];
  const copies = [
    entry("Duplicate", () => void duplicateSelection(editor), "duplicate"),
    copy,
    entry("Cut", () => void cutSelection(editor), "cut"),
    entry("Paste", () => void pasteFromClipboard(editor), "paste"),
  ];
  const moves = [
    ...(many || isBody || !step
      ? []
      : [
          { ...entry("Move up", () => step(id, -1)), caps: ["Alt", "↑"] },
          { ...entry("Move down", () => step(id, 1)), caps: ["Alt", "↓"] },
        ]),
    entry("Move to …", () => ui.ask({ kind: "move", ids: selectedTops(editor) }), "move"),
  ];
  const shapes = [
    ...(!many && canSplit(draft, id) === null
      ? [entry("Split …", () => ui.ask({ kind: "split", node: id }), "split")]
      : []),
    entry("Wrap in a team …", () => askInTable.wrap(editor), "wrap"),
    ...(canUnwrap(editor) ? [entry("Unwrap", () => void unwrap(editor, id), "unwrap")] : []),
  ];
  const remove = [
    entry("Remove", () => void removeSelection(editor), "remove"),
    ...(canBridge(draft, selectedTops(editor))
      ? [entry("Remove and join its neighbours", () => void removeSelection(editor, true), "removeBridged")]
      : []),
  ];
  return [[...look, ...own], add, copies, moves, shapes, remove].filter((group) => group.length > 0);
}
