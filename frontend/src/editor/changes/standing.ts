import type { ChangeLine } from "../../api/types";

/**
 * The changes by which the draft differs from its revision, oldest first: without what was taken back,
 * and without the undoing and redoing of what is in the list itself.
 */
export function standing(changes: readonly ChangeLine[]): ChangeLine[] {
  const listed = new Set(changes.map((change) => change.version));
  return changes.filter((change) => {
    if (change.undone) return false;
    if (change.kind !== "undo" && change.kind !== "redo") return true;
    return change.of.some((version) => !listed.has(version));
  });
}

/** The first of a change's lines, and how many more there are: "Added tool “Look up” and 2 more". */
export function inOneLine(change: ChangeLine): string {
  const [first = "Changed nothing", ...rest] = change.words;
  return rest.length > 0 ? `${first} and ${rest.length} more` : first;
}

/** Who made the changes, each once, in the order of their first change. */
export function authorsOf(changes: readonly ChangeLine[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { author } of changes) counts.set(author.name, (counts.get(author.name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}
