/**
 * JSON as it stands in the text. A JavaScript number keeps whole numbers up to 2^53; whatever is beyond
 * keeps its digits in an `ExactNumber`, which is shown and sent as it came.
 */

// Unguessable, so that no text from outside can pass for a number.
const MARK = `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;
const MARKED = new RegExp(`"${MARK}([-+.\\deE]+)"`, "g");
/** A text, which is passed over, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const WHOLE = /^-?\d+$/;

export class ExactNumber {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }

  valueOf(): number {
    return Number(this.source);
  }

  toJSON(): string {
    return MARK + this.source;
  }
}

function isKept(source: string): boolean {
  const value = Number(source);
  return Number.isFinite(value) && (!WHOLE.test(source) || Number.isSafeInteger(value));
}

/** `JSON.parse`, with every number that JavaScript cannot keep as an `ExactNumber`. */
export function parseJson(text: string): unknown {
  // Nearly every text has no such number, and is read at full speed.
  if (!/\d{16}|\d[eE]\+?\d{3}/.test(text)) return JSON.parse(text);
  let found = false;
  const marked = text.replace(TOKEN, (token) => {
    if (token.startsWith('"') || isKept(token)) return token;
    found = true;
    return `"${MARK}${token}"`;
  });
  if (!found) return JSON.parse(text);
  return JSON.parse(marked, (_key, value) =>
    typeof value === "string" && value.startsWith(MARK) ? new ExactNumber(value.slice(MARK.length)) : value,
  );
}

/** `JSON.stringify`, with exact numbers as numbers. Undefined has no JSON and is `null` here. */
export function toJsonText(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? "null").replace(MARKED, "$1");
}

/** A copy in which every number is JavaScript's own: for schemas, whose bounds may be rounded. */
export function rounded(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.valueOf();
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}
