/** Characters that change the direction of what stands around them, and are not seen themselves. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Text from outside with its invisible direction marks in sight: `\u202E` as six characters. */
export function visible(text: string): string {
  return text.replace(
    BIDI,
    (one) => `\\u${(one.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/** What may be written from right to left, or turn what is: Hebrew, Arabic and their neighbours, and the marks. */
const TURNS =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Names for one line of text, each of which keeps its direction to itself. */
export function isolated(names: string[]): string[] {
  return names.map((name) => (TURNS.test(name) ? `\u2068${visible(name)}\u2069` : name));
}
