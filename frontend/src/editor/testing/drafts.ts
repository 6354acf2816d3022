import { type Draft, draftFrom, type NodeJson } from "../model";

/** A draft for a test: `[id, holder, fields]` in document order; agents, unless the fields say else. */
export function draftOf(entries: readonly [string, string | null, Partial<NodeJson>?][]): Draft {
  const places = new Map<string | null, number>();
  const placed = entries.map(([id, team, fields]) => {
    const at = places.get(team) ?? 0;
    places.set(team, at + 1);
    return { node: { id, kind: "agent", ...fields }, team, at };
  });
  return draftFrom(1, { name: "Sample" }, placed);
}
