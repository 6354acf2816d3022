import type { Structure } from "../api/types";
import type { Marks } from "./paint";

/** The token of a kind's colour, for blocks. */
export function kindFill(kind: string): string {
  return `kind-${kind}`;
}

/** Nodes in the colours of their kinds, where there is nothing else to say about them. */
export function kindMarks(structure: Structure, selected: string | null): Marks {
  const kinds = new Map(structure.nodes.map((node) => [node.id, node.kind]));
  return {
    fill: (id) => kindFill(kinds.get(id) ?? "tool"),
    ring: (id) => (id === selected ? "accent" : null),
    lit: (id) => id === selected,
    dot: () => null,
    subscribe: () => () => {},
  };
}
