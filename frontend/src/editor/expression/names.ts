const TOKEN = /[A-Za-z_][\w]*(?:\.[\w]*|\[(?:"(?:[^"\\]|\\.)*"?|\d*)\]?)*$/;

/** Where the path begins that ends at the end of `before`; null where none is being written. */
export function pathStart(before: string): number | null {
  const found = TOKEN.exec(before);
  if (!found) return null;
  // Inside a text nothing is completed.
  const quotes = before.slice(0, found.index).replace(/\\./g, "").match(/["']/g)?.length ?? 0;
  return quotes % 2 === 0 ? found.index : null;
}
