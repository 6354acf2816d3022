// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { editorOf } from "../testing/editor";
import { useUi } from "../ui";
import { entriesFor } from "./menuEntries";

const NODES = [
  { id: "a", kind: "tool" },
  { id: "b", kind: "gate" },
];

function entry(view: Parameters<typeof editorOf>[0], selected: string[] = ["a"]) {
  const editor = editorOf({ nodes: NODES, ...view });
  editor.store.getState().select(selected);
  const all = entriesFor(editor, "a", editor.store.getState().may.edit, undefined).flat();
  return all.find((one) => one.label.startsWith("Try this node"));
}

it("tries the one node that the menu is about, also for whoever may not edit", () => {
  entry({ may: { edit: false, publish: false, start: true } })?.run();
  expect(useUi.getState().asked).toEqual({ kind: "try-node", node: "a" });
});

it("offers no try where none may be started", () => {
  expect(entry({ may: { edit: true, publish: true, start: false } })).toBeUndefined();
  expect(entry({ archived: true })).toBeUndefined();
  expect(entry({}, ["a", "b"])).toBeUndefined();
});
