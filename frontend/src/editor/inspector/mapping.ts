import type { Fields } from "./places";
import { isObject } from "./schema";

export const mappingIn = (fields: Fields) => (isObject(fields.input) ? fields.input : {});
export const namesIn = (fields: Fields) => Object.keys(mappingIn(fields));

/** The mapping with another name for one field, in the same place. */
export function renamed(mapping: Record<string, unknown>, before: string, after: string) {
  return Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => [key === before ? after : key, value]),
  );
}
