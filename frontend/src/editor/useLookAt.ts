import { useEffect } from "react";
import { useEditorParts } from "./context";
import type { EditorState } from "./store";

function lookedAt({ selection }: EditorState): string | null {
  const [only, ...more] = selection;
  return only !== undefined && more.length === 0 ? only : null;
}

/** Tells the others which node this person has before them. */
export function useLookAt() {
  const { store, commands } = useEditorParts();
  useEffect(() => {
    commands.lookAt(lookedAt(store.getState()));
    return store.subscribe((state, before) => {
      const node = lookedAt(state);
      if (node !== lookedAt(before)) commands.lookAt(node);
    });
  }, [store, commands]);
}
