import type { RunSnapshot, Update } from "../api/types";
import { type Connection, Follower, type Socket } from "./follower";

export {
  type Connection,
  FAILURES_BEFORE_POLLING,
  PING_TIMEOUT_MS,
  POLL_EVERY_MS,
  type Socket,
} from "./follower";

export interface LiveOptions {
  openSocket(after: number): Socket;
  fetchView(): Promise<RunSnapshot>;
  onView(view: RunSnapshot): void;
  onUpdate(update: Update): void;
  onConnection(connection: Connection): void;
  /** A fetch that failed for good (403, 404) ends the client; anything else is tried again. */
  isFinal(error: unknown): boolean;
  random?(): number;
}

/**
 * Follows one run: every event once and in order.
 *
 * It keeps one number, the last event it has seen. Views replace each other by id, so an update that
 * overlaps the view is safe to apply.
 */
export class LiveClient {
  private cursor = -1;
  private readonly follower: Follower<RunSnapshot, Update>;

  constructor(private readonly options: LiveOptions) {
    this.follower = new Follower({
      ...options,
      seq: () => this.cursor,
      take: (update) => this.take(update),
      adopt: (view) => this.adopt(view),
    });
  }

  get seq(): number {
    return this.cursor;
  }

  /** Go on after `seq`, the number of the last event that the page's view holds. */
  start(seq: number): void {
    this.cursor = seq;
    this.follower.start();
  }

  stop(): void {
    this.follower.stop();
  }

  nudge(): void {
    this.follower.nudge();
  }

  private take(update: Update): boolean {
    if (update.events.length === 0 && update.nodes.length === 0) {
      this.options.onUpdate(update);
      return true;
    }
    if (update.from > this.cursor + 1) return false;
    if (update.to <= this.cursor) return true;
    const seen = this.cursor;
    this.cursor = update.to;
    this.options.onUpdate({ ...update, events: update.events.filter((event) => event.seq > seen) });
    return true;
  }

  private adopt(view: RunSnapshot): void {
    if (view.seq < this.cursor) return;
    this.cursor = view.seq;
    this.options.onView(view);
  }
}
