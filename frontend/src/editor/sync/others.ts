import type { ChangeLine } from "../../api/types";
import { Announcer } from "../../live/announcer";
import { isolated } from "../../ui/visible";

/** Tells what others do to the draft: at most every five seconds, summed up, and never of oneself. */
export class Others {
  private readonly announcer: Announcer;

  constructor(
    private readonly me: number | null,
    say: (text: string) => void,
  ) {
    this.announcer = new Announcer(say);
  }

  saw(changes: readonly ChangeLine[]): void {
    for (const { version, author, words, gesture } of changes) {
      if (author.id === this.me) continue;
      const [name = "", first = ""] = isolated([author.name, words[0] ?? "Changed the graph"]);
      const more = words.length > 1 ? ` and ${words.length - 1} more` : "";
      // Of what is typed in one visit to a field, the last word counts.
      this.announcer.say(`${author.id} ${gesture || version}`, `${name}: ${first}${more}`);
    }
  }

  stop(): void {
    this.announcer.stop();
  }
}
