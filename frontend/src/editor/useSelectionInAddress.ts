import { useEffect } from "react";
import { useEditorParts } from "./context";

/** One selected node stands in the address, so that a link leads to it. */
export function useSelectionInAddress() {
  const { store } = useEditorParts();
  useEffect(() => {
    const read = () => {
      const id = new URLSearchParams(location.hash.slice(1)).get("node");
      const { draft, selection, select, show } = store.getState();
      if (!id || !draft.nodes.has(id) || (selection.size === 1 && selection.has(id))) return;
      select([id]);
      show(id);
    };
    read();
    window.addEventListener("hashchange", read);
    const stop = store.subscribe((state, before) => {
      if (state.selection === before.selection) return;
      const [only, ...more] = state.selection;
      const hash = only && more.length === 0 ? `#node=${encodeURIComponent(only)}` : "";
      if (hash !== location.hash) history.replaceState(null, "", location.pathname + location.search + hash);
    });
    return () => {
      window.removeEventListener("hashchange", read);
      stop();
    };
  }, [store]);
}
