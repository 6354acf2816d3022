export interface Option {
  value: string;
  /** What it is called, where that is not its value. */
  label?: string;
  /** A word beside it, like a tool's effect. */
  tag?: string;
  description?: string;
  /** Why it cannot be chosen. */
  barred?: string;
}

export const SHOWN = 60;

/** The options that hold every word of `text`; those whose name begins with it come first, barred ones last. */
export function matching(options: readonly Option[], text: string): Option[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked: [number, Option][] = [];
  for (const option of options) {
    const name = `${option.label ?? ""} ${option.value}`.toLowerCase();
    const all = `${name} ${option.tag ?? ""} ${option.description ?? ""}`.toLowerCase();
    if (!wanted.every((word) => all.includes(word))) continue;
    const [first] = wanted;
    const begins = first !== undefined && name.trimStart().startsWith(first);
    const named = wanted.every((word) => name.includes(word));
    ranked.push([(option.barred ? 4 : 0) + (begins ? 0 : named ? 1 : 2), option]);
  }
  return ranked
    .sort(([one], [other]) => one - other)
    .slice(0, SHOWN)
    .map(([, option]) => option);
}
