import type { TaskStatus } from "../api/types";
import { bodiesOf, loudest, total } from "../graph/items";
import type { Marks } from "../graph/paint";
import type { RunStore } from "./store";

const FILLS: Record<TaskStatus, string> = {
  pending: "line-strong",
  ready: "line-strong",
  running: "running",
  waiting: "waiting",
  completed: "completed",
  failed: "failed",
  skipped: "skipped",
  canceled: "skipped",
};

/** What a run's nodes show where they are too small for cards: their state's colour. */
export function runMarks(store: RunStore): Marks {
  const status = (id: string): TaskStatus | undefined => {
    const { nodes } = store.getState();
    const body = bodiesOf(nodes).get(id);
    if (body && total(body) > 0) return loudest(body);
    return nodes[id]?.status;
  };
  return {
    fill: (id) => FILLS[status(id) ?? "pending"],
    ring: (id) => (store.getState().selected === id ? "accent" : null),
    lit: (id) => store.getState().selected === id,
    dot: () => null,
    subscribe: (changed) =>
      store.subscribe((state, before) => {
        if (state.nodes !== before.nodes || state.selected !== before.selected) changed();
      }),
  };
}
