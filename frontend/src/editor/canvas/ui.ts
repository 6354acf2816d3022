import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Structure } from "../../api/types";
import type { Layout, Point } from "../../graph/geometry";
import { useEditorParts } from "../context";
import type { Dependency } from "../model";
import type { EditorStore } from "../store";

/** What a small menu on the canvas asks. `at` is where on the screen; absent: at what is selected. */
export type Question =
  | { ask: "kind"; at?: Point; needs?: Dependency[]; place?: Place }
  | { ask: "case"; branch: string; target: string; at?: Point; choose(name: string, isNew: boolean): void }
  | { ask: "bridge"; ids: string[]; at?: Point }
  | { ask: "menu"; id: string; at: Point };

/** Where a new node goes: into what, and where in it. */
export interface Place {
  team: string | null;
  at: Point;
}

/** An edge that is being drawn from one end. `node` is the end that stays. */
export interface Connecting {
  node: string;
  end: "source" | "target";
  /** The edge whose other end is being moved, if it is one. */
  edge: string | null;
  /** Where it may not go, and why; null until the server has said so. */
  forbidden: ReadonlyMap<string, string> | null;
  /** The node under the pointer. */
  over: string | null;
  pointer: Point | null;
}

/** What the drawn canvas can do for actions; absent while the table is shown. */
export interface Stage {
  /** Absolute canvas coordinates of the middle of what is in view. */
  middle(): Point;
  /** Into what, and where in it, something goes that is let go at a place on the screen. */
  placeAt(screen: Point): Place;
  /** All of the graph in view. */
  fit(): void;
  /** Lays everything out anew. */
  relayout(): Promise<void>;
  /** Where on the screen a node's lower left corner is drawn; null where it is not. */
  below(id: string): Point | null;
  /** Focuses a drawn node, bringing it into view. */
  focus(id: string): void;
}

interface CanvasUi {
  question: Question | null;
  connecting: Connecting | null;
  /** The frame that would take what is being dragged from the palette. */
  dropping: string | null;
  /** The block under the pointer. */
  hovered: string | null;
  searching: boolean;
  /** What is drawn now, in absolute canvas coordinates; null before the canvas was first shown. */
  layout: Layout | null;
  structure: Structure | null;
  /** Whether the layout engine has had its say. */
  refined: boolean;
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
      connecting: null,
      dropping: null,
      hovered: null,
      searching: false,
      layout: null,
      structure: null,
      refined: false,
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
