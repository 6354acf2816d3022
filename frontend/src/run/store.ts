import { create } from "zustand";
import type { EventView, NodeView, RunSnapshot, RunView, Update } from "../api/types";
import type { Connection } from "../live/client";

interface RunState {
  run: RunView;
  nodes: Record<string, NodeView>;
  /** The ids of `nodes` in document order; a new array only when a node appears. */
  order: string[];
  events: EventView[];
  connection: Connection;
  /** While the connection is lost, the moment (ms) that the timers show. */
  frozenAt: number | null;
  selected: string | null;
  /** Grows when the panel was opened by the keyboard or from afar: the focus then belongs in it. */
  focusPanel: number;
  takeView(view: RunSnapshot): void;
  takeUpdate(update: Update): void;
  takeRun(run: RunView): void;
  takeEvents(events: EventView[]): void;
  setConnection(connection: Connection): void;
  select(id: string | null): void;
  /** Selects, and moves the focus into the panel. */
  open(id: string): void;
}

function byIndex(nodes: Record<string, NodeView>): string[] {
  return Object.values(nodes)
    .sort((a, b) => a.index - b.index || a.id.localeCompare(b.id, undefined, { numeric: true }))
    .map((node) => node.id);
}

/** Adds events that are not there yet and keeps the list in order of seq. */
export function mergeEvents(known: EventView[], added: EventView[]): EventView[] {
  if (added.length === 0) return known;
  const last = known.at(-1);
  if (!last || (added[0] as EventView).seq > last.seq) return known.concat(added);
  const bySeq = new Map(known.concat(added).map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export type RunStore = ReturnType<typeof createRunStore>;

/** The page's copy of one run: whole views, replaced by id, never folded from events. */
export function createRunStore(view: RunSnapshot) {
  const nodes = Object.fromEntries(view.nodes.map((node) => [node.id, node]));
  return create<RunState>((set) => ({
    run: view.run,
    nodes,
    order: byIndex(nodes),
    events: [],
    connection: "connecting",
    frozenAt: null,
    selected: null,
    focusPanel: 0,
    takeView: (fresh) =>
      set(() => {
        const replaced = Object.fromEntries(fresh.nodes.map((node) => [node.id, node]));
        return { run: fresh.run, nodes: replaced, order: byIndex(replaced) };
      }),
    takeUpdate: (update) =>
      set((state) => {
        const appeared = update.nodes.some((node) => !(node.id in state.nodes));
        const merged =
          update.nodes.length === 0
            ? state.nodes
            : { ...state.nodes, ...Object.fromEntries(update.nodes.map((node) => [node.id, node])) };
        return {
          run: update.run ?? state.run,
          nodes: merged,
          order: appeared ? byIndex(merged) : state.order,
          events: mergeEvents(state.events, update.events),
        };
      }),
    // The answer to a verb may be older than what the socket has brought meanwhile.
    takeRun: (run) => set((state) => (run.seq >= state.run.seq ? { run } : {})),
    takeEvents: (events) => set((state) => ({ events: mergeEvents(state.events, events) })),
    setConnection: (connection) =>
      set({ connection, frozenAt: connection === "lost" || connection === "denied" ? Date.now() : null }),
    select: (selected) => set({ selected }),
    open: (id) => set((state) => ({ selected: id, focusPanel: state.focusPanel + 1 })),
  }));
}
