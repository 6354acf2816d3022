export const QUIET_MS = 5_000;

/**
 * Gathers what changed and speaks at most once every five seconds: the first few changes in words,
 * the rest as a number. The latest word about a subject replaces earlier ones.
 */
export class Announcer {
  private readonly pending = new Map<string, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastSpoke = Number.NEGATIVE_INFINITY;

  constructor(private readonly speak: (text: string) => void) {}

  say(subject: string, text: string): void {
    this.pending.delete(subject);
    this.pending.set(subject, text);
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.lastSpoke + QUIET_MS - Date.now());
    this.timer = setTimeout(() => this.flush(), wait);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending.clear();
  }

  private flush(): void {
    this.timer = undefined;
    this.lastSpoke = Date.now();
    const texts = [...this.pending.values()];
    this.pending.clear();
    const rest = texts.length - 3;
    this.speak(texts.slice(0, 3).join(". ") + (rest > 0 ? `. And ${rest} more changes` : ""));
  }
}
