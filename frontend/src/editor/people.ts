import type { PresentPerson } from "../api/types";

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

function firstLetter(word: string): string {
  const [first] = letters.segment(word);
  return first?.segment ?? "";
}

/** One or two letters for a round badge: of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/u)
    .filter(Boolean);
  const first = words[0] ?? "?";
  const last = words.length > 1 ? (words.at(-1) as string) : "";
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase();
}

/** Everybody once, others first by name, oneself last. */
export function inOrder(people: readonly PresentPerson[], me: number | null): PresentPerson[] {
  const once = [...new Map(people.map((person) => [person.id, person])).values()];
  return once.sort(
    (one, other) => Number(one.id === me) - Number(other.id === me) || one.name.localeCompare(other.name),
  );
}
