import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { ChangeResult, Violation } from "../api/types";
import type { NodeJson } from "./model";
import type { EditorState, EditorStore } from "./store";

/** One GraphDiff as it is sent; the server knows what each operation takes. */
export type GraphDiff = { op: string; [field: string]: unknown };

/** How an edit ended. A refusal changed nothing and was already shown to the person, unless `quiet`. */
export type Outcome =
  | { ok: true; result: ChangeResult }
  | { ok: false; code: string; detail: string; errors: Violation[]; version?: number | null };

export interface EditOptions {
  /** Edits that share a gesture are undone in one step: all that is typed in one visit to a field. */
  gesture?: string;
  /** The caller shows a refusal itself, at its field. */
  quiet?: boolean;
}

/** Everything that changes the draft. Each waits its turn, survives a lost connection, and is sent once. */
export interface Commands {
  /** Diffs that say what nodes are now (a move, a split) are given as a function: it is asked when they are sent. */
  edit(diffs: GraphDiff[] | (() => GraphDiff[]), options?: EditOptions): Promise<Outcome>;
  paste(nodes: NodeJson[], team: string | null, keepNeeds: boolean): Promise<Outcome>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  discard(): Promise<Outcome>;
  /** `seen` is the version that the text was made from; what others changed since is kept, or in the way. */
  replaceDocument(text: string, options?: { seen?: number; quiet?: boolean }): Promise<Outcome>;
  restore(revision: number): Promise<Outcome>;
  /** Moves by hand: shown at once, stored, and undone by the same keys, here alone. */
  move(positions: Record<string, { x: number; y: number } | null>): void;
  /** Keeps where a layout put the nodes; `relayout` forgets hand moves too and can be undone here. */
  keepLayout(positions: Record<string, { x: number; y: number }>, relayout: boolean): void;
  /** Keeps where nodes are seen that went into or out of something; by hand or not stays as it was. */
  carry(positions: Record<string, { x: number; y: number }>): void;
  /** Tells the others which node this person looks at. */
  lookAt(node: string | null): void;
}

export interface Editor {
  store: EditorStore;
  commands: Commands;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditorParts(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("There is no editor around this component.");
  return editor;
}

export function useEditor<T>(choose: (state: EditorState) => T): T {
  return useStore(useEditorParts().store, choose);
}

export function useCommands(): Commands {
  return useEditorParts().commands;
}

/** Whether this person can edit now: allowed to, not archived, and in step with the server. */
export function useMayEdit(): boolean {
  return useEditor((state) => state.may.edit && !state.archived);
}
