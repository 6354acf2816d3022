/** Characters that change the direction of what stands around them, and are not seen themselves. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Text from outside with its invisible direction marks in sight: `\u202E` as six characters. */
export function visible(text: string): string {
  return text.replace(
    BIDI,
    (one) => `\\u${(one.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}
