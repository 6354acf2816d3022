import type { Row } from "./rows";

/** The rows from one to another, both included, whichever stands first. */
export function idsBetween(rows: readonly Row[], from: number, to: number): string[] {
  const [first, last] = from < to ? [from, to] : [to, from];
  return rows.slice(first, last + 1).map((row) => row.id);
}

export function toggled(selection: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}
