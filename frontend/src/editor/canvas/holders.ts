import { bodyOf, type Draft } from "../model";

const cache = new WeakMap<Draft, ReadonlyMap<string, string | null>>();

/**
 * Node → the node that it is drawn in; null: the graph. It is the node that holds it, except for a body
 * that stands beside its map or fold: that is drawn inside it too.
 */
export function holders(draft: Draft): ReadonlyMap<string, string | null> {
  const known = cache.get(draft);
  if (known) return known;
  const found = new Map(draft.home);
  for (const [id, node] of draft.nodes) {
    const body = bodyOf(node);
    if (body !== null && body !== id && draft.home.get(body) === draft.home.get(id)) found.set(body, id);
  }
  cache.set(draft, found);
  return found;
}

/** The nodes around `id`, from the innermost on. A body that leads back to itself, which no document has, ends it. */
export function around(draft: Draft, id: string): string[] {
  const holder = holders(draft);
  const found: string[] = [];
  let at = holder.get(id) ?? null;
  while (at !== null && at !== id && !found.includes(at)) {
    found.push(at);
    at = holder.get(at) ?? null;
  }
  return found;
}

/** Every id, in document order. */
export function* inOrder(draft: Draft, holder: string | null = null): Generator<string> {
  for (const id of draft.levels.get(holder) ?? []) {
    yield id;
    if (draft.levels.has(id)) yield* inOrder(draft, id);
  }
}

/** Those of `ids` that are not inside another of them, in document order. */
export function tops(draft: Draft, ids: ReadonlySet<string>): string[] {
  return [...inOrder(draft)].filter(
    (id) => ids.has(id) && !around(draft, id).some((outer) => ids.has(outer)),
  );
}

/** Whether anything is drawn inside this node, so that it can be opened and collapsed. */
export function holds(draft: Draft, id: string): boolean {
  if ((draft.levels.get(id)?.length ?? 0) > 0) return true;
  const node = draft.nodes.get(id);
  const body = node ? bodyOf(node) : null;
  return body !== null && holders(draft).get(body) === id;
}
