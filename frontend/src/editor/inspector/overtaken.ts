import { toJsonText } from "../../api/exact";
import type { FieldChanges, Fields } from "./places";

const textOf = (value: unknown): string => (value === undefined ? "nothing" : toJsonText(value));

/**
 * Why `now`, the fields to set at last, would write over somebody unseen; null: it does not. That is a field
 * that is not as it was on any of `seen`, and that would be set to the very value as if it were. What changes
 * a part of a field gives another value by then, which has both.
 */
export function overtaken(
  fields: Fields,
  now: FieldChanges,
  wanted: FieldChanges,
  seen: readonly Fields[],
): string | null {
  for (const [name, value] of Object.entries(now)) {
    const [stands, mine] = [textOf(fields[name]), textOf(value)];
    if (stands === mine || mine !== textOf(wanted[name])) continue;
    if (seen.some((one) => textOf(one[name]) === stands)) continue;
    return `Somebody changed this meanwhile, to ${stands}. Yours was not stored: ${mine}.`;
  }
  return null;
}
