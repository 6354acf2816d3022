import type { ScopePath } from "../../api/types";

/** Where `value` is what the node gives, not what flows into it: the scope knows only the latter. */
const ON_OUTPUT = /^(stop_when|join\.best_by|verify_predicate\.value)$/;

export const readsOutput = (field: string): boolean => ON_OUTPUT.test(field);

/** The names that an expression at `field` can read. */
export function namesAt(field: string, paths: readonly ScopePath[]): readonly ScopePath[] {
  return readsOutput(field) ? paths.filter(({ path }) => !/^value[.[]/.test(path)) : paths;
}

const TOKEN = /[A-Za-z_][\w]*(?:\.[\w]*|\[(?:"(?:[^"\\]|\\.)*"?|\d*)\]?)*$/;

/** Where the path begins that ends at the end of `before`; null where none is being written. */
export function pathStart(before: string): number | null {
  const found = TOKEN.exec(before);
  if (!found) return null;
  // Inside a text nothing is completed.
  const quotes = before.slice(0, found.index).replace(/\\./g, "").match(/["']/g)?.length ?? 0;
  return quotes % 2 === 0 ? found.index : null;
}
