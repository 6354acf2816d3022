import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Layout, Point } from "../../graph/geometry";
import { useEditorParts } from "../context";
import type { EditorStore } from "../store";

/** What a small menu on the canvas asks. `at` is where on the screen; absent: at what is selected. */
export type Question =
  | { ask: "kind"; at?: Point }
  | { ask: "case"; branch: string; at?: Point; choose(name: string): void }
  | { ask: "bridge"; ids: string[]; at?: Point }
  | { ask: "team"; ids: string[]; at?: Point }
  | { ask: "split"; id: string; at?: Point };

/** What the drawn canvas can do for actions; absent while the table is shown. */
export interface Stage {
  /** Absolute canvas coordinates of the middle of what is in view. */
  middle(): Point;
  /** All of the graph in view. */
  fit(): void;
  zoom(factor: number): void;
  /** Lays everything out anew. */
  relayout(): void;
  /** Focuses a drawn node, bringing it into view. */
  focus(id: string): void;
}

interface CanvasUi {
  question: Question | null;
  /** The node whose title is being typed on the canvas. */
  renaming: string | null;
  searching: boolean;
  /** What is drawn now, in absolute canvas coordinates; null before the canvas was first shown. */
  layout: Layout | null;
  /** Where each node stands in what it is drawn in. */
  places: Readonly<Record<string, Point>>;
  stage: Stage | null;
}

const known = new WeakMap<EditorStore, StoreApi<CanvasUi>>();

/** What the canvas of an editor shows besides the draft. It belongs to this tab, and is never stored. */
export function canvasUi(store: EditorStore): StoreApi<CanvasUi> {
  let ui = known.get(store);
  if (!ui) {
    ui = createStore<CanvasUi>(() => ({
      question: null,
      renaming: null,
      searching: false,
      layout: null,
      places: {},
      stage: null,
    }));
    known.set(store, ui);
  }
  return ui;
}

export function useCanvasUi<T>(choose: (state: CanvasUi) => T): T {
  return useStore(canvasUi(useEditorParts().store), choose);
}
