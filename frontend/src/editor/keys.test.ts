// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useCode } from "./code/useCode";
import type { Editor, GraphDiff } from "./context";
import { listen } from "./keys";
import type { NodeJson } from "./model";
import { editorOf } from "./testing/editor";
import { ui, useUi } from "./ui";

const toast = vi.hoisted(() => vi.fn());
vi.mock("../ui/toasts", () => ({ toast }));

const NODES: NodeJson[] = [
  { id: "a", kind: "agent" },
  { id: "b", kind: "agent", depends_on: ["a"] },
];

let sent: unknown[];
let stop = () => {};

function open(view: Parameters<typeof editorOf>[0] = {}): Editor {
  const note = (what: unknown) => {
    sent.push(what);
    return Promise.resolve({ ok: false as const, code: "not_here", detail: "", errors: [] });
  };
  const editor = editorOf(
    { nodes: NODES, ...view },
    {
      edit: (diffs) =>
        note((typeof diffs === "function" ? diffs() : diffs).map((diff: GraphDiff) => diff.op)),
      paste: (nodes) => note(nodes.map((node) => `paste ${node.id}`)),
      undo: async () => void sent.push("undo"),
      redo: async () => void sent.push("redo"),
    },
  );
  editor.store.getState().setMode("table");
  stop = listen(editor);
  return editor;
}

function press(key: string, more: KeyboardEventInit = {}, on: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent("keydown", {
    key,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...more,
  });
  on.dispatchEvent(event);
  return event;
}

/** A clipboard event with this text, and what is in the clipboard after it. */
function clip(type: "copy" | "cut" | "paste", text = "", on: Element = document.body) {
  const event = new Event(type, { bubbles: true, cancelable: true, composed: true });
  const held = { text };
  const clipboardData = {
    getData: () => held.text,
    setData: (_: string, now: string) => {
      held.text = now;
    },
  };
  Object.defineProperty(event, "clipboardData", { value: clipboardData });
  on.dispatchEvent(event);
  return { text: held.text, taken: event.defaultPrevented };
}

beforeEach(() => {
  sent = [];
  toast.mockClear();
});

afterEach(() => {
  stop();
  ui.close();
  ui.rename(null);
  useCode.setState({ open: false });
  document.body.innerHTML = "";
});

describe("a key", () => {
  it("edits what is selected", () => {
    const { store } = open();
    store.getState().select(["b"]);
    expect(press("Delete").defaultPrevented).toBe(true);
    expect(sent).toEqual([["remove_node"]]);
  });

  it("means the node with the focus when nothing is selected", () => {
    const { store } = open();
    document.body.innerHTML = '<div data-id="b" tabindex="0"></div>';
    press("F2", {}, document.body.firstElementChild as Element);
    expect([...store.getState().selection]).toEqual(["b"]);
    expect(useUi.getState().renaming).toBe("b");
  });

  it("does nothing to the graph while a field has the focus", () => {
    const { store } = open();
    store.getState().select(["b"]);
    document.body.innerHTML = "<input>";
    const field = document.body.firstElementChild as Element;
    for (const key of ["Delete", "Backspace", "n", "Escape"]) {
      expect(press(key, {}, field).defaultPrevented).toBe(false);
    }
    expect(press("z", { ctrlKey: true }, field).defaultPrevented).toBe(false);
    expect(sent).toEqual([]);
    expect(store.getState().selection.size).toBe(1);
    expect(useUi.getState().asked).toBeNull();
  });

  it("that the editor has no use for is left to the browser", () => {
    open();
    expect(press("r", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(press("Tab").defaultPrevented).toBe(false);
  });

  it("undoes and does again, with either key for it", () => {
    open();
    press("z", { ctrlKey: true });
    press("Z", { ctrlKey: true, shiftKey: true });
    press("y", { ctrlKey: true });
    expect(sent).toEqual(["undo", "redo", "redo"]);
  });

  it("changes no graph while its JSON is shown", () => {
    const { store } = open();
    store.getState().select(["b"]);
    useCode.setState({ open: true });
    press("Delete");
    press("z", { ctrlKey: true });
    clip("cut");
    expect(sent).toEqual([]);
    press("?", { shiftKey: true });
    expect(useUi.getState().asked).toEqual({ kind: "help" });
  });

  it("says that all is stored, or that it is not yet", () => {
    const { store } = open();
    press("s", { ctrlKey: true });
    expect(toast).toHaveBeenLastCalledWith("success", expect.stringContaining("All changes are stored"));
    store.getState().setSaving("waiting");
    press("s", { ctrlKey: true });
    expect(toast).toHaveBeenLastCalledWith("error", expect.stringContaining("keep this page open"));
  });
});

describe("whoever may only look", () => {
  it("is told so, and nothing is sent", () => {
    const { store } = open({ may: { edit: false, publish: false, start: false } });
    store.getState().select(["b"]);
    press("Delete");
    press("z", { ctrlKey: true });
    clip("paste", JSON.stringify(NODES));
    clip("cut");
    expect(sent).toEqual([]);
    expect(toast).toHaveBeenCalledTimes(4);
    expect(toast).toHaveBeenLastCalledWith("error", "You can look at this graph, but not change it.");
  });

  it("may copy, find and look", () => {
    const { store } = open({ may: { edit: false, publish: false, start: false } });
    store.getState().select(["b"]);
    expect(clip("copy").text).toContain('"id":"b"');
    press("t");
    expect(store.getState().mode).toBe("graph");
  });

  it("is told of an archive", () => {
    open({ archived: true });
    press("Delete");
    expect(toast).toHaveBeenLastCalledWith("error", expect.stringContaining("archived"));
  });
});

describe("the clipboard", () => {
  it("takes nodes as text, and gives them back", () => {
    const { store } = open();
    store.getState().select(["b"]);
    const { text, taken } = clip("copy");
    expect(taken).toBe(true);
    expect(sent).toEqual([]);
    expect(clip("paste", text).taken).toBe(true);
    expect(sent).toEqual([["paste b"]]);
  });

  it("belongs to a field that has the focus, and to text that is marked", () => {
    const { store } = open();
    store.getState().select(["b"]);
    document.body.innerHTML = "<p>Some words</p><input>";
    const [words, field] = document.body.children as unknown as [Element, Element];
    expect(clip("copy", "kept", field)).toEqual({ text: "kept", taken: false });
    expect(clip("paste", JSON.stringify(NODES), field).taken).toBe(false);
    getSelection()?.selectAllChildren(words);
    expect(clip("copy", "kept")).toEqual({ text: "kept", taken: false });
    getSelection()?.removeAllRanges();
    expect(sent).toEqual([]);
  });

  it("is left alone when nothing is selected", () => {
    open();
    expect(clip("copy", "kept")).toEqual({ text: "kept", taken: false });
  });

  it("that holds no nodes is said to hold none", () => {
    open();
    clip("paste", "just text");
    expect(sent).toEqual([]);
    expect(toast).toHaveBeenCalledWith("error", expect.stringContaining("Nothing was pasted"));
  });
});

describe("Escape", () => {
  it("selects nothing first, then closes what is open below", () => {
    const { store } = open();
    store.getState().select(["a", "b"]);
    store.getState().setDrawer("problems");
    press("Escape");
    expect(store.getState().selection.size).toBe(0);
    expect(store.getState().drawer).toBe("problems");
    press("Escape");
    expect(store.getState().drawer).toBeNull();
  });
});
