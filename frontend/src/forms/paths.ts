import type { Violation } from "../api/types";

export type Path = (string | number)[];

/** `$.lines[0].amount` and `$["a-b"]` as keys; null for anything that is not such a path. */
export function parsePath(text: string): Path | null {
  if (!text.startsWith("$")) return null;
  const path: Path = [];
  const step = /\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\]/y;
  step.lastIndex = 1;
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (!match) return null;
    if (match[1] !== undefined) path.push(match[1]);
    else if (match[2] !== undefined) path.push(Number(match[2]));
    else path.push(JSON.parse(`"${(match[3] as string).slice(1, -1).replace(/^"|"$/g, "")}"`) as string);
  }
  return path;
}

/** A path as one string, the same for `[0]` and `["0"]`: forms know keys, not their kind. */
export function pathKey(path: Path): string {
  return JSON.stringify(path.map(String));
}

export type ErrorsByPath = ReadonlyMap<string, string[]>;

/** Violations by the field they belong to; what names no readable path belongs to the whole form. */
export function errorsByPath(violations: Violation[]): ErrorsByPath {
  const errors = new Map<string, string[]>();
  for (const { path, message } of violations) {
    const key = pathKey(parsePath(path) ?? []);
    const known = errors.get(key) ?? [];
    if (!known.includes(message)) errors.set(key, [...known, message]);
  }
  return errors;
}

/** Whether `path` is one of the touched ones or lies inside one. */
export function isTouched(path: Path, touched: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end -= 1) if (touched.has(pathKey(path.slice(0, end)))) return true;
  return false;
}
