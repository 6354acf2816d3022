import type { EditorStore } from "../store";

interface Listeners {
  /** The network came back, or the page is looked at again. */
  back(): void;
  /** The page is hidden and may not come back. */
  away(): void;
}

/** Listens to the page, and asks before it closes while something is not stored. Gives what ends it. */
export function listen(store: EditorStore, { back, away }: Listeners): () => void {
  const onVisibility = () => (document.visibilityState === "hidden" ? away() : back());
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  // A page that always asks cannot be kept for going back to it: this listens only while it has to.
  const guard = (saving: string) => {
    window.removeEventListener("beforeunload", ask);
    if (saving !== "stored") window.addEventListener("beforeunload", ask);
  };
  guard(store.getState().saving);
  const unwatch = store.subscribe((state, before) => {
    if (state.saving !== before.saving) guard(state.saving);
  });
  window.addEventListener("online", back);
  window.addEventListener("focus", back);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    unwatch();
    guard("stored");
    window.removeEventListener("online", back);
    window.removeEventListener("focus", back);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}
