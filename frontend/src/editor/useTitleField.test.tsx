// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { EditorContext, type GraphDiff, useEditor } from "./context";
import type { NodeJson } from "./model";
import { editorOf } from "./testing/editor";
import { useTitleField } from "./useTitleField";

function Field() {
  const node = useEditor((state) => state.draft.nodes.get("a") as NodeJson);
  return <input {...useTitleField(node, () => undefined)} />;
}

function open() {
  const sent: GraphDiff[] = [];
  const editor = editorOf(
    { nodes: [{ id: "a", kind: "agent", title: "Old" }] },
    {
      edit: async (diffs) => {
        sent.push(...(typeof diffs === "function" ? diffs() : diffs));
        return { ok: false, code: "not_here", detail: "", errors: [] };
      },
    },
  );
  render(
    <EditorContext value={editor}>
      <Field />
    </EditorContext>,
  );
  const renameBySomebodyElse = (title: string) =>
    act(() => {
      const { draft } = editor.store.getState();
      const node = { id: "a", kind: "agent", title };
      editor.store.setState({ draft: { ...draft, nodes: new Map([["a", node]]) } });
    });
  return { sent, field: screen.getByLabelText("Title of a"), renameBySomebodyElse };
}

afterEach(cleanup);

it("keeps what was typed with Enter, once", () => {
  const { sent, field } = open();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "  New " } });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.blur(field);
  expect(sent).toEqual([{ op: "update_node", id: "a", set: { title: "New" } }]);
});

it("keeps it when the field is left, and not with Escape", () => {
  const left = open();
  fireEvent.change(left.field, { target: { value: "" } });
  fireEvent.blur(left.field);
  expect(left.sent).toEqual([{ op: "update_node", id: "a", unset: ["title"] }]);
  cleanup();
  const escaped = open();
  fireEvent.change(escaped.field, { target: { value: "New" } });
  fireEvent.keyDown(escaped.field, { key: "Escape" });
  fireEvent.blur(escaped.field);
  expect(escaped.sent).toEqual([]);
});

it("does not put an old title back over one that came meanwhile", () => {
  const { sent, field, renameBySomebodyElse } = open();
  renameBySomebodyElse("Bob’s");
  fireEvent.blur(field);
  expect(sent).toEqual([]);
});

it("leaves the keys of an input method alone", () => {
  const { sent, field } = open();
  fireEvent.change(field, { target: { value: "にほん" } });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(sent).toEqual([]);
});
