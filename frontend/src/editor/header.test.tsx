// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Editor } from "./context";
import { EditorContext } from "./context";
import { EditorHeader } from "./EditorHeader";
import { GraphName } from "./GraphName";
import { editorOf } from "./testing/editor";
import { UndoRedo } from "./UndoRedo";

afterEach(cleanup);

const show = (editor: Editor, children: ReactNode) =>
  render(<EditorContext value={editor}>{children}</EditorContext>);

describe("undo and redo", () => {
  it("say what they would do, and do it", () => {
    const undo = vi.fn(() => Promise.resolve());
    show(editorOf({ undo: "Added tool “Look up”" }, { undo }), <UndoRedo />);
    fireEvent.click(screen.getByRole("button", { name: "Undo: Added tool “Look up”" }));
    expect(undo).toHaveBeenCalledOnce();
  });

  it("do nothing when there is nothing, and keep the focus", () => {
    const redo = vi.fn(() => Promise.resolve());
    show(editorOf({}, { redo }), <UndoRedo />);
    const button = screen.getByRole("button", { name: "Nothing to redo" });
    button.focus();
    fireEvent.click(button);
    expect(redo).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
  });
});

describe("the graph's name", () => {
  const rename = () => fireEvent.click(screen.getByRole("button", { name: "Rename the graph" }));
  const field = () => screen.getByLabelText("Name of the graph");

  it("is stored by Enter, as one change", async () => {
    const edit = vi.fn(() =>
      Promise.resolve({ ok: false as const, code: "x", detail: "Too late", errors: [] }),
    );
    show(editorOf({}, { edit }), <GraphName />);
    rename();
    fireEvent.change(field(), { target: { value: "  Better " } });
    await act(async () => fireEvent.keyDown(field(), { key: "Enter" }));
    expect(edit).toHaveBeenCalledExactlyOnceWith([{ op: "set_graph", set: { name: "Better" } }], {
      quiet: true,
    });
    // The refusal is shown where it was written, and what was written stays.
    expect(screen.getByRole("alert").textContent).toBe("Too late");
    expect((field() as HTMLInputElement).value).toBe("  Better ");
  });

  it("stays as it was after Escape, and when nothing was changed", async () => {
    const edit = vi.fn();
    show(editorOf({}, { edit }), <GraphName />);
    rename();
    fireEvent.change(field(), { target: { value: "Other" } });
    fireEvent.keyDown(field(), { key: "Escape" });
    rename();
    await act(async () => fireEvent.keyDown(field(), { key: "Enter" }));
    expect(edit).not.toHaveBeenCalled();
    expect(screen.getByRole("heading").textContent).toBe("Sample");
  });

  it("cannot be nothing", async () => {
    const edit = vi.fn();
    show(editorOf({}, { edit }), <GraphName />);
    rename();
    fireEvent.change(field(), { target: { value: "   " } });
    await act(async () => fireEvent.keyDown(field(), { key: "Enter" }));
    expect(edit).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toContain("without a name");
  });

  it("is only shown to who may not edit", () => {
    show(editorOf({ may: { edit: false, publish: false, start: false } }), <GraphName />);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("the header", () => {
  const primary = () =>
    screen
      .getAllByRole("button")
      .filter((button) => button.className.includes("btn-primary"))
      .map((button) => button.textContent);

  it("offers to run what is published, and to try what is not", () => {
    const editor = editorOf({});
    show(editor, <EditorHeader />);
    expect(primary()).toEqual(["Run"]);
    const change = {
      version: 3,
      kind: "edit" as const,
      author: { id: 1, name: "Me" },
      at: "2026-01-01T00:00:00Z",
      words: ["Named it"],
      gesture: "",
      undone: false,
      of: [],
    };
    act(() => editor.store.setState({ changes: [change] }));
    expect(primary()).toEqual(["Try"]);
    expect(screen.getByText("Revision 1 · 1 unpublished change")).toBeTruthy();
  });

  it("offers no run of what was never published", () => {
    show(editorOf({ base_revision: null, latest_revision: null }), <EditorHeader />);
    expect(screen.queryByRole("button", { name: "Run" })).toBeNull();
    expect(primary()).toEqual(["Try"]);
  });

  it("offers nothing that this person may not do", () => {
    show(editorOf({ may: { edit: false, publish: false, start: false } }), <EditorHeader />);
    for (const name of ["Try", "Publish", "Run"]) expect(screen.queryByRole("button", { name })).toBeNull();
  });

  it("offers nothing of an archived graph", () => {
    show(editorOf({ archived: true }), <EditorHeader />);
    for (const name of ["Try", "Publish", "Run"]) expect(screen.queryByRole("button", { name })).toBeNull();
  });
});
