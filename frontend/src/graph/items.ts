import type { NodeView, TaskStatus } from "../api/types";

/** How many items of a map (or passes of a fold) are in each state. */
export type Counts = Partial<Record<TaskStatus, number>>;

/** Items by the node that repeats (`owner`) and by the node that is repeated (`body`). */
export interface Items {
  owner: Map<string, Counts>;
  body: Map<string, Counts>;
}

const INSIDE = /([^/[\]]+)\[\d+\]\/[^/]+$/;
const cache = new WeakMap<object, Items>();

function count(into: Map<string, Counts>, id: string, status: TaskStatus): void {
  const counts = into.get(id) ?? {};
  counts[status] = (counts[status] ?? 0) + 1;
  into.set(id, counts);
}

/** Counted once per set of views, however many cards ask. A path is `owner[index]/body`. */
export function itemsOf(nodes: Record<string, NodeView>): Items {
  const known = cache.get(nodes);
  if (known) return known;
  const items: Items = { owner: new Map(), body: new Map() };
  for (const id in nodes) {
    const view = nodes[id] as NodeView;
    const match = id.includes("[") ? INSIDE.exec(id) : null;
    if (!match) continue;
    count(items.owner, match[1] as string, view.status);
    count(items.body, view.node, view.status);
  }
  cache.set(nodes, items);
  return items;
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
