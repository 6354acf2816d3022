import { useCallback, useRef } from "react";

export interface Row {
  /** Stays with its row through renames and new orders. */
  key: number;
  name: string;
}

let keys = 0;

const fresh = (name: string): Row => {
  keys += 1;
  return { key: keys, name };
};

/** Which row of before each of `names` is: the one of its name, else the one that stood in its place. */
export function matched(before: readonly Row[], names: readonly string[]): Row[] {
  const left = new Set(before);
  const byName = names.map((name) => {
    const row = [...left].find((one) => one.name === name);
    if (row) left.delete(row);
    return row;
  });
  return names.map((name, at) => {
    const named = byName[at];
    if (named) return named;
    const there = before[at];
    if (!there || !left.has(there)) return fresh(name);
    left.delete(there);
    return { key: there.key, name };
  });
}

/** Where the row `key` of `rows` is in a list of these names; -1 when it is gone. */
export function placeOf(rows: readonly Row[], names: readonly string[], key: number): number {
  return matched(rows, names).findIndex((row) => row.key === key);
}

/** Stable keys for the items of a list that others may rename and reorder meanwhile. */
export function useRows(names: readonly string[]): {
  rows: readonly Row[];
  /** `placeOf` by the rows as they are shown when it is asked. */
  placeIn(names: readonly string[], key: number): number;
} {
  const known = useRef<readonly Row[]>([]);
  const same =
    known.current.length === names.length && known.current.every((row, at) => row.name === names[at]);
  if (!same) known.current = matched(known.current, names);
  const placeIn = useCallback((now: readonly string[], key: number) => placeOf(known.current, now, key), []);
  return { rows: known.current, placeIn };
}
