import { create } from "zustand";

/** A dialog of the editor. Those about nodes do by keyboard what the canvas does by pointer. */
export type Ask =
  /** Without `beside`: at the end of the graph. */
  | { kind: "add"; beside?: string; where?: "after" | "before" | "inside" }
  /** What `node` needs: to add to, change and take away. */
  | { kind: "dependencies"; node: string }
  | { kind: "split"; node: string }
  | { kind: "wrap"; ids: readonly string[] }
  | { kind: "move"; ids: readonly string[] }
  | { kind: "id"; node: string }
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
  /** The node whose title is being written in its row. */
  renaming: string | null;
  /** The table has been asked for by a key, so the focus goes into it. */
  intoTable: boolean;
}

/** What is open on the page of an editor, apart from its graph. A page has one editor. */
export const useUi = create<Ui>(() => ({ asked: null, renaming: null, intoTable: false }));

export const ui = {
  ask: (asked: Ask) => useUi.setState({ asked }),
  close: () => useUi.setState({ asked: null }),
  rename: (renaming: string | null) => useUi.setState({ renaming }),
};
