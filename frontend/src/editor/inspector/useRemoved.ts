import { useCallback, useEffect, useRef, useState } from "react";
import { useEditorParts } from "../context";
import { titleOf } from "../model";
import type { EditorState } from "../store";
import { renamedTo } from "./followRename";
import { whoChanged } from "./who";

export interface Removed {
  title: string;
  who: string;
  /** What stood in the field that had the focus; null: none had it. */
  text: string | null;
}

function typedText(): string | null {
  const field = document.activeElement?.closest(".inspector") ? document.activeElement : null;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field?.closest(".cm-content")?.textContent ?? null;
}

/** The node that others took away under the hands of whoever was writing about it; null: none. */
function removedNode(state: EditorState, before: EditorState): Removed | null {
  const [id] = before.selection;
  const node = before.selection.size === 1 ? before.draft.nodes.get(id as string) : undefined;
  if (!node || state.draft.nodes.has(node.id) || renamedTo(node.id, state, before) !== null) return null;
  const last = state.changes.at(-1);
  const isInside = document.activeElement?.closest(".inspector") != null;
  if (!last || last.author.id === state.me.id || !isInside) return null;
  return { title: titleOf(node), who: whoChanged([last], state.me), text: typedText() };
}

/** Tells of that node until something else is selected or the note is closed. */
export function useRemoved(): [Removed | null, () => void] {
  const { store } = useEditorParts();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const told = useRef(false);
  const tell = useCallback((found: Removed | null) => {
    told.current = found !== null;
    setRemoved(found);
  }, []);
  useEffect(
    () =>
      // Before anything is drawn anew: the field that is about to go still has the focus.
      store.subscribe((state, before) => {
        const found = state.draft === before.draft ? null : removedNode(state, before);
        if (found) tell(found);
        else if (told.current && (state.selection !== before.selection || state.selectedEdge)) tell(null);
      }),
    [store, tell],
  );
  return [removed, useCallback(() => tell(null), [tell])];
}
