import type { DraftView } from "../../api/types";
import type { Commands, Editor, Outcome } from "../context";
import type { NodeJson } from "../model";
import { createEditorStore } from "../store";

const REFUSED: Outcome = {
  ok: false,
  code: "not_here",
  detail: "Nothing is stored in this test.",
  errors: [],
};

/** A draft as the server would send it, of nodes that stand side by side. The user has id 1. */
export function viewOf({
  nodes = [],
  ...changes
}: Partial<Omit<DraftView, "nodes">> & { nodes?: NodeJson[] }): DraftView {
  return {
    slug: "sample",
    name: "Sample",
    version: 3,
    graph: { name: "Sample" },
    nodes: nodes.map((node, at) => ({ node, team: null, at })),
    problems: { problems: [], total: 0, runnable: true },
    layout: { version: 0, positions: {} },
    base_revision: 1,
    latest_revision: 1,
    archived: false,
    changes: [],
    undo: null,
    redo: null,
    may: { edit: true, publish: true, start: true },
    me: { id: 1, name: "Me" },
    ...changes,
  };
}

/** An editor without a server: it shows what it is given, and `commands` do what the test says. */
export function editorOf(
  view: Partial<Omit<DraftView, "nodes">> & { nodes?: NodeJson[] },
  commands: Partial<Commands> = {},
): Editor {
  const nothing = () => Promise.resolve(REFUSED);
  return {
    store: createEditorStore(viewOf(view)),
    commands: {
      edit: nothing,
      paste: nothing,
      undo: () => Promise.resolve(),
      redo: () => Promise.resolve(),
      discard: nothing,
      replaceDocument: nothing,
      restore: nothing,
      move: () => undefined,
      keepLayout: () => undefined,
      carry: () => undefined,
      lookAt: () => undefined,
      ...commands,
    },
  };
}
