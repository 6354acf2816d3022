import type { EditorStore } from "../store";

/** Waits until everything that was done here has reached the server: only then the draft is what one sees. */
export function whenStored(store: EditorStore): Promise<void> {
  if (store.getState().saving === "stored") return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe((state) => {
      if (state.saving !== "stored") return;
      stop();
      resolve();
    });
  });
}
