import { parseJson } from "../api/exact";
import { pauseBefore } from "./backoff";

/** How the page stands to the server. Timers run only while it is `live` or `polling`. */
export type Connection = "connecting" | "live" | "lost" | "polling" | "denied";

export const PING_TIMEOUT_MS = 25_000;
export const POLL_EVERY_MS = 5_000;
/** After this many sockets in a row that failed, the view is fetched over HTTP as well. */
export const FAILURES_BEFORE_POLLING = 4;

export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  close(): void;
}

/** What every socket of ours says besides its news. */
type Plain =
  | { type: "hello"; seq: number }
  | { type: "reset" }
  | { type: "ping" }
  | { type: "error"; code: string };

/** Why something is fetched: news are missing, the server said so, or no socket works. */
export type Why = "gap" | "reset" | "poll";

export interface FollowerOptions<View, News> {
  openSocket(after: number): Socket;
  /** The number of the last thing that the page has. */
  seq(): number;
  /** Takes news. False when something before them is missing: nothing was taken then. */
  take(news: News): boolean;
  fetchView(why: Why): Promise<View>;
  /** Takes what was fetched. */
  adopt(view: View): void;
  onConnection(connection: Connection): void;
  /** A fetch that failed for good (403, 404) ends it; anything else is tried again. */
  isFinal(error: unknown): boolean;
  random?(): number;
}

/**
 * Follows what a socket tells: everything once and in order, whatever the connection does.
 *
 * News that do not fit right after what the page has (a gap), or a `reset`, make it fetch; news that
 * arrive meanwhile wait, and are offered again afterwards. Whoever takes them passes over what it has.
 */
export class Follower<View, News extends { type: string }> {
  private socket: Socket | null = null;
  private failures = 0;
  private resyncs = 0;
  private waiting: News[] | null = null;
  private stopped = false;
  private connection: Connection = "connecting";
  private heardAt = Number.NEGATIVE_INFINITY;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pollTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: FollowerOptions<View, News>) {}

  start(): void {
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.dropSocket();
    clearTimeout(this.retryTimer);
    clearTimeout(this.pollTimer);
  }

  /** The network came back or the page is looked at again: do not wait for the back-off. */
  nudge(): void {
    if (this.stopped || this.socket) return;
    clearTimeout(this.retryTimer);
    this.connect();
  }

  /** Whether the server was heard lately: timers of a page that slept do not tell. */
  get isFresh(): boolean {
    return this.connection === "live" && Date.now() - this.heardAt < PING_TIMEOUT_MS;
  }

  private connect(): void {
    const socket = this.options.openSocket(this.options.seq());
    this.socket = socket;
    socket.onmessage = (event) => this.receive(parseJson(event.data) as Plain | News);
    socket.onclose = (event) => this.lose(event.code);
    this.expectPing();
  }

  private receive(message: Plain | News): void {
    if (this.stopped) return;
    this.heardAt = Date.now();
    this.expectPing();
    if (isPlain(message)) this.receivePlain(message);
    else if (this.waiting) this.waiting.push(message);
    else this.take(message);
  }

  private receivePlain(message: Plain): void {
    if (message.type === "hello") {
      this.failures = 0;
      clearTimeout(this.pollTimer);
      this.tell("live");
    } else if (message.type === "reset") void this.resync("reset");
    else if (message.type === "error" && FINAL_CODES.includes(message.code)) this.deny();
  }

  private take(news: News): void {
    const before = this.options.seq();
    if (!this.options.take(news)) void this.resync("gap");
    else if (this.options.seq() > before) this.resyncs = 0;
  }

  private async resync(why: Why): Promise<void> {
    if (this.waiting) return;
    this.waiting = [];
    // A server that keeps answering with a view from before the gap must not be hammered.
    if (this.resyncs > 0)
      await new Promise((resolve) => setTimeout(resolve, pauseBefore(this.resyncs, this.random())));
    this.resyncs += 1;
    try {
      const view = await this.options.fetchView(why);
      if (this.stopped) return;
      this.options.adopt(view);
    } catch (error) {
      this.waiting = null;
      if (this.options.isFinal(error)) this.deny();
      else this.lose(1006);
      return;
    }
    const held = this.waiting ?? [];
    this.waiting = null;
    for (const news of held) this.take(news);
  }

  private lose(code: number): void {
    if (this.stopped) return;
    this.dropSocket();
    if (code >= 4400 && code < 4500) {
      this.deny();
      return;
    }
    this.failures += 1;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), pauseBefore(this.failures, this.random()));
    if (this.connection === "polling") return;
    this.tell("lost");
    if (this.failures >= FAILURES_BEFORE_POLLING) void this.poll();
  }

  private async poll(): Promise<void> {
    clearTimeout(this.pollTimer);
    try {
      const view = await this.options.fetchView("poll");
      if (this.stopped || this.connection === "live") return;
      this.options.adopt(view);
      this.tell("polling");
    } catch (error) {
      if (this.stopped) return;
      if (this.options.isFinal(error)) {
        this.deny();
        return;
      }
      if (this.connection !== "live") this.tell("lost");
    }
    this.pollTimer = setTimeout(() => void this.poll(), POLL_EVERY_MS);
  }

  private deny(): void {
    this.stop();
    this.tell("denied");
  }

  private expectPing(): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.lose(1006), PING_TIMEOUT_MS);
  }

  private dropSocket(): void {
    clearTimeout(this.pingTimer);
    const socket = this.socket;
    this.socket = null;
    this.waiting = null;
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  private tell(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.options.onConnection(connection);
  }

  private random(): number {
    return (this.options.random ?? Math.random)();
  }
}

const FINAL_CODES = ["forbidden", "not_found", "unauthenticated"];
const PLAIN = ["hello", "reset", "ping", "error"];

function isPlain(message: { type: string }): message is Plain {
  return PLAIN.includes(message.type);
}
