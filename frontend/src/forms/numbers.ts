export type Parsed = { value: number | undefined; refusal: string | null };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const BIGGEST = Number.MAX_SAFE_INTEGER.toLocaleString("en");

/** What was typed as a JSON number. `1` and `1.0` are the same; integers beyond 2^53 are refused, never rounded. */
export function parseNumber(text: string, integer: boolean): Parsed {
  const trimmed = text.trim();
  if (trimmed === "") return { value: undefined, refusal: null };
  if (!NUMBER.test(trimmed)) return { value: undefined, refusal: `“${trimmed}” is not a number` };
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return { value: undefined, refusal: `${trimmed} is too large` };
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return {
      value: undefined,
      refusal: `${trimmed} cannot be kept exactly; whole numbers go up to ${BIGGEST}`,
    };
  }
  if (integer && !Number.isInteger(value))
    return { value: undefined, refusal: `${trimmed} is not a whole number` };
  return { value, refusal: null };
}
