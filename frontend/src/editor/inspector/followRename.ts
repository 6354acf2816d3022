import type { EditorState, EditorStore } from "../store";

/** The id that a node has now which was `id` before: the one new node in its place, if it went by a rename. */
export function renamedTo(id: string, state: EditorState, before: EditorState): string | null {
  const was = before.draft.nodes.get(id);
  if (!was || state.draft.nodes.has(id)) return null;
  const home = before.draft.home.get(id) ?? null;
  const place = before.draft.levels.get(home)?.indexOf(id) ?? -1;
  const now = state.draft.levels.get(home)?.[place];
  if (now === undefined || before.draft.nodes.has(now)) return null;
  return state.draft.nodes.get(now)?.kind === was.kind ? now : null;
}

/** Keeps a node selected when its id changes, by whomever. `tell` hears of it before anything is drawn. */
export function followRenames(store: EditorStore, tell: (before: string, now: string) => void): () => void {
  return store.subscribe((state, before) => {
    if (state.draft === before.draft || before.selection.size !== 1) return;
    const [id] = before.selection;
    const now = renamedTo(id as string, state, before);
    if (now === null) return;
    tell(id as string, now);
    state.select([now]);
  });
}
