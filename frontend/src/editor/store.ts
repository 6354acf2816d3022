import { create } from "zustand";
import type {
  ChangeLine,
  ChangeView,
  DraftProblem,
  DraftProblems,
  DraftView,
  LayoutView,
  PersonView,
  Position,
  PresentPerson,
} from "../api/types";
import type { Connection } from "../live/client";
import { around } from "./canvas/holders";
import { type Draft, draftFrom, patched } from "./model";

export type Mode = "graph" | "table";
export type Drawer = "problems" | "changes" | null;
/** Whether everything that was done here has reached the server. */
export type Saving = "stored" | "saving" | "waiting";

/** Why nothing more is sent until the person does something about it. */
export type Halt = "signed_out" | "someone_else" | "forbidden" | "gone";

export interface EditorState {
  readonly slug: string;
  readonly me: PersonView;
  readonly may: DraftView["may"];
  draft: Draft;
  problems: DraftProblems;
  /** Unpublished changes, oldest first. */
  changes: ChangeLine[];
  /** What undo and redo would do for this person, in words; null: nothing. */
  undo: string | null;
  redo: string | null;
  baseRevision: number | null;
  latestRevision: number | null;
  archived: boolean;
  layoutVersion: number;
  positions: Readonly<Record<string, Position>>;
  people: PresentPerson[];
  connection: Connection;
  saving: Saving;
  halt: Halt | null;
  /** What was done here and has not reached the server, in words; told when it has to wait. */
  unsent: readonly string[];

  mode: Mode;
  drawer: Drawer;
  /** Selected nodes; selecting is never an edit. */
  selection: ReadonlySet<string>;
  selectedEdge: string | null;
  /** Teams and bodies that are drawn as one card. */
  collapsed: ReadonlySet<string>;
  /** Grows when the inspector is to take the focus; `focusField` is the field that wants it. */
  focusInspector: number;
  focusField: string | null;
  /** Grows when the canvas or table is to bring `revealed` into view. */
  reveal: number;
  revealed: string | null;

  /** Takes a whole draft; what the person looks at stays. */
  takeDraft(view: DraftView): void;
  /** Takes changes in order; those already known are passed over. False when one in between is missing. */
  takeChanges(changes: readonly ChangeView[]): boolean;
  takeProblems(problems: DraftProblems): void;
  takeUndo(undo: string | null, redo: string | null): void;
  /** Changes up to `clean` are unpublished no more. */
  takeRevisions(base: number | null, latest: number | null, clean: number): void;
  takeLayout(layout: LayoutView): void;
  takePeople(people: PresentPerson[]): void;
  setConnection(connection: Connection): void;
  setSaving(saving: Saving): void;
  setHalt(halt: Halt | null): void;
  setUnsent(unsent: readonly string[]): void;
  setPositions(positions: Record<string, Position>): void;
  setMode(mode: Mode): void;
  setDrawer(drawer: Drawer): void;
  select(ids: Iterable<string>): void;
  selectEdge(id: string | null): void;
  setCollapsed(ids: Iterable<string>): void;
  /** Selects one node and moves the focus into its inspector, to `field` if one is named. */
  inspect(id: string, field?: string | null): void;
  /** The same for the graph itself. */
  inspectGraph(): void;
  /** Brings a node into view, opening what holds it. */
  show(id: string): void;
}

export type EditorStore = ReturnType<typeof createEditorStore>;

const still = (draft: Draft, ids: ReadonlySet<string>): ReadonlySet<string> => {
  const left = [...ids].filter((id) => draft.nodes.has(id));
  return left.length === ids.size ? ids : new Set(left);
};

/** The list after `taken` came: an undo marks what it took back, a redo what stands again. */
function withMarks(lines: ChangeLine[], taken: readonly ChangeLine[]): ChangeLine[] {
  const undone = new Map<number, boolean>();
  for (const { kind, of } of taken) {
    if (kind === "undo") for (const version of of) undone.set(version, true);
    if (kind !== "redo") continue;
    for (const line of lines.filter(({ version }) => of.includes(version))) {
      undone.set(line.version, true);
      for (const version of line.of) undone.set(version, false);
    }
  }
  if (undone.size === 0) return lines;
  return lines.map((line) => {
    const mark = undone.get(line.version) ?? line.undone;
    return mark === line.undone ? line : { ...line, undone: mark };
  });
}

/** The page's copy of one draft. Only the server changes it; the rest is what this person looks at. */
export function createEditorStore(view: DraftView) {
  const served = (one: DraftView) => ({
    draft: draftFrom(one.version, one.graph, one.nodes),
    problems: one.problems,
    changes: one.changes,
    undo: one.undo,
    redo: one.redo,
    baseRevision: one.base_revision,
    latestRevision: one.latest_revision,
    archived: one.archived,
    may: one.may,
    layoutVersion: one.layout.version,
    positions: one.layout.positions,
  });
  return create<EditorState>((set, get) => ({
    slug: view.slug,
    me: view.me,
    ...served(view),
    people: [],
    connection: "connecting",
    saving: "stored",
    halt: null,
    unsent: [],
    mode: "graph",
    drawer: null,
    selection: new Set(),
    selectedEdge: null,
    collapsed: new Set(),
    focusInspector: 0,
    focusField: null,
    reveal: 0,
    revealed: null,
    takeDraft: (fresh) =>
      set((state) => {
        // An answer that was asked for earlier may be older than what has come since.
        if (fresh.version < state.draft.version) return {};
        const next = served(fresh);
        return {
          ...next,
          selection: still(next.draft, state.selection),
          collapsed: still(next.draft, state.collapsed),
        };
      }),
    takeChanges: (changes) => {
      let { draft } = get();
      const taken: ChangeLine[] = [];
      for (const change of changes) {
        if (change.version <= draft.version) continue;
        if (change.version !== draft.version + 1) return false;
        draft = patched(draft, change.version, change.patch);
        const { patch: _, ...line } = change;
        taken.push(line);
      }
      if (taken.length > 0) {
        set((state) => ({
          draft,
          changes: withMarks([...state.changes, ...taken], taken),
          selection: still(draft, state.selection),
          collapsed: still(draft, state.collapsed),
        }));
      }
      return true;
    },
    takeProblems: (problems) => set({ problems }),
    takeUndo: (undo, redo) => set({ undo, redo }),
    takeRevisions: (baseRevision, latestRevision, clean) =>
      set((state) => ({
        baseRevision,
        latestRevision,
        changes: state.changes.filter((one) => one.version > clean),
      })),
    takeLayout: (layout) =>
      set((state) =>
        layout.version > state.layoutVersion
          ? { layoutVersion: layout.version, positions: layout.positions }
          : {},
      ),
    takePeople: (people) => set({ people }),
    setConnection: (connection) => set({ connection }),
    setSaving: (saving) => set({ saving }),
    setHalt: (halt) => set({ halt }),
    setUnsent: (unsent) => set({ unsent }),
    setPositions: (positions) => set((state) => ({ positions: { ...state.positions, ...positions } })),
    setMode: (mode) => set({ mode }),
    setDrawer: (drawer) => set({ drawer }),
    select: (ids) => set({ selection: new Set(ids), selectedEdge: null }),
    selectEdge: (selectedEdge) => set({ selectedEdge, selection: new Set() }),
    setCollapsed: (ids) => set({ collapsed: new Set(ids) }),
    inspect: (id, field = null) =>
      set((state) => ({
        selection: new Set([id]),
        selectedEdge: null,
        focusInspector: state.focusInspector + 1,
        focusField: field,
      })),
    inspectGraph: () =>
      set((state) => ({
        selection: new Set(),
        selectedEdge: null,
        focusInspector: state.focusInspector + 1,
        focusField: null,
      })),
    show: (id) =>
      set((state) => {
        const outer = around(state.draft, id);
        const collapsed = outer.some((one) => state.collapsed.has(one))
          ? new Set([...state.collapsed].filter((one) => !outer.includes(one)))
          : state.collapsed;
        return { collapsed, revealed: id, reveal: state.reveal + 1 };
      }),
  }));
}

/** The problems of each node, the gravest first. */
export function problemsByNode(problems: DraftProblems): ReadonlyMap<string, DraftProblem[]> {
  const found = new Map<string, DraftProblem[]>();
  for (const problem of problems.problems) {
    if (problem.node === null) continue;
    const list = found.get(problem.node);
    if (list) list.push(problem);
    else found.set(problem.node, [problem]);
  }
  return found;
}
