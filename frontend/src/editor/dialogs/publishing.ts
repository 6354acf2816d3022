import type { ChangeLine } from "../../api/types";
import { inOneLine, standing } from "../changes/standing";

/** What a person who publishes has been shown (`seen`), and what came while they looked (`since`). */
export interface Seen {
  shown: ChangeLine[];
  since: ChangeLine[];
}

/** Splits the unpublished changes at the version that was on the screen. */
export function splitAt(changes: readonly ChangeLine[], seen: number): Seen {
  const standingNow = standing(changes);
  return {
    shown: standingNow.filter((change) => change.version <= seen),
    since: changes.filter((change) => change.version > seen),
  };
}

/** “Ada: Removed “Review”; Bob: 3 changes”. */
export function sinceWords(since: readonly ChangeLine[]): string {
  const by = new Map<string, ChangeLine[]>();
  for (const change of since) by.set(change.author.name, [...(by.get(change.author.name) ?? []), change]);
  return [...by]
    .map(([name, made]) =>
      made.length === 1 ? `${name}: ${inOneLine(made[0] as ChangeLine)}` : `${name}: ${made.length} changes`,
    )
    .join("; ");
}
