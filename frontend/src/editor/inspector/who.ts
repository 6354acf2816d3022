import type { ChangeLine, PersonView } from "../../api/types";

/** Who made these changes, for a sentence: “Ada”, “Ada or Bob”. */
export function whoChanged(lines: readonly Pick<ChangeLine, "author">[], me: PersonView): string {
  const names = new Set(
    lines.map(({ author }) => (author.id === me.id ? "You, in another window," : author.name)),
  );
  return names.size === 0 ? "Somebody" : [...names].join(" or ");
}
