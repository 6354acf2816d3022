import { create } from "zustand";

/** Where a new node goes: what holds it, its place there (null: last), and what it is to need. */
export interface NewPlace {
  team: string | null;
  at: number | null;
  needs: string | null;
}

/** A dialog of the editor. Each does by keyboard what the canvas does by pointer. */
export type Ask =
  | { kind: "add"; place?: NewPlace }
  /** What `node` needs: add, change and take away; `end` "source" asks who is to need it. */
  | { kind: "dependencies"; node: string; end?: "source" | "target" }
  | { kind: "split"; node: string }
  | { kind: "wrap"; ids: readonly string[] }
  | { kind: "delete"; ids: readonly string[] }
  | { kind: "move"; ids: readonly string[] }
  | { kind: "id"; node: string }
  | { kind: "find" }
  | { kind: "help" }
  | { kind: "publish" }
  /** Runs the draft as it is, or one node of it. */
  | { kind: "try" }
  | { kind: "try-node"; node: string }
  | { kind: "run" }
  | { kind: "discard" }
  | { kind: "duplicate" };

interface Ui {
  /** The dialog that is open. */
  asked: Ask | null;
  /** The node whose title is being written in place, on its card or in its row. */
  renaming: string | null;
  /** Grow when the canvas is to show everything, or to lay everything out anew. */
  fit: number;
  relayout: number;
}

/** What is open on the page of an editor, apart from its graph. A page has one editor. */
export const useUi = create<Ui>(() => ({ asked: null, renaming: null, fit: 0, relayout: 0 }));

export const ui = {
  ask: (asked: Ask) => useUi.setState({ asked }),
  close: () => useUi.setState({ asked: null }),
  rename: (renaming: string | null) => useUi.setState({ renaming }),
  fit: () => useUi.setState((state) => ({ fit: state.fit + 1 })),
  relayout: () => useUi.setState((state) => ({ relayout: state.relayout + 1 })),
};
