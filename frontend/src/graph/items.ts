import type { NodeView, TaskStatus } from "../api/types";

/** How many items of a map, passes of a fold, or nodes in them are in each state. */
export type Counts = Partial<Record<TaskStatus, number>>;

const cache = new WeakMap<object, Map<string, Counts>>();

/**
 * The states of what is repeated, by the node in the graph that stands for all of it. Counted once per set of
 * views, however many cards ask. The path of one is `owner[index]/node`.
 */
export function bodiesOf(nodes: Record<string, NodeView>): Map<string, Counts> {
  const known = cache.get(nodes);
  if (known) return known;
  const bodies = new Map<string, Counts>();
  for (const id in nodes) {
    const view = nodes[id] as NodeView;
    if (id === view.node || !id.includes("[")) continue;
    const counts = bodies.get(view.node) ?? {};
    counts[view.status] = (counts[view.status] ?? 0) + 1;
    bodies.set(view.node, counts);
  }
  cache.set(nodes, bodies);
  return bodies;
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

const SETTLED: TaskStatus[] = ["completed", "failed", "skipped", "canceled"];

export function settled(counts: Counts): number {
  return SETTLED.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

const LOUDEST: TaskStatus[] = [
  "waiting",
  "running",
  "failed",
  "ready",
  "pending",
  "completed",
  "canceled",
  "skipped",
];

/** The one state that stands for all of them. */
export function loudest(counts: Counts): TaskStatus {
  return LOUDEST.find((status) => (counts[status] ?? 0) > 0) ?? "pending";
}
