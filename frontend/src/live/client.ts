import { parseJson } from "../api/exact";
import type { RunSnapshot, ServerMessage, Update } from "../api/types";
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
 * Follows one run: every event once and in order, whatever the connection does.
 *
 * It keeps one number, the last event it has seen. An update that does not start right after it
 * (a gap), or a `reset`, makes it fetch the whole view; updates that arrive meanwhile wait, and the
 * ones the view already holds are dropped. Views replace each other by id, so an update that
 * overlaps the view is safe to apply.
 */
export class LiveClient {
  private socket: Socket | null = null;
  private cursor = -1;
  private failures = 0;
  private resyncs = 0;
  private waiting: Update[] | null = null;
  private stopped = false;
  private connection: Connection = "connecting";
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pollTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LiveOptions) {}

  get seq(): number {
    return this.cursor;
  }

  /** Go on after `seq`, the number of the last event that the page's view holds. */
  start(seq: number): void {
    this.cursor = seq;
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

  private connect(): void {
    const socket = this.options.openSocket(this.cursor);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(parseJson(event.data) as ServerMessage);
    socket.onclose = (event) => this.lose(event.code);
    this.expectPing();
  }

  private receive(message: ServerMessage): void {
    if (this.stopped) return;
    this.expectPing();
    switch (message.type) {
      case "hello":
        this.failures = 0;
        clearTimeout(this.pollTimer);
        this.tell("live");
        break;
      case "update":
        if (this.waiting) this.waiting.push(message);
        else this.take(message);
        break;
      case "reset":
        void this.resync();
        break;
      case "error":
        if (["forbidden", "not_found", "unauthenticated"].includes(message.code)) this.deny();
        break;
    }
  }

  private take(update: Update): void {
    if (update.events.length === 0 && update.nodes.length === 0) {
      this.options.onUpdate(update);
      return;
    }
    if (update.from > this.cursor + 1) {
      void this.resync();
      return;
    }
    if (update.to <= this.cursor) return;
    const seen = this.cursor;
    this.cursor = update.to;
    this.resyncs = 0;
    this.options.onUpdate({ ...update, events: update.events.filter((event) => event.seq > seen) });
  }

  private async resync(): Promise<void> {
    if (this.waiting) return;
    this.waiting = [];
    // A server that keeps answering with a view from before the gap must not be hammered.
    if (this.resyncs > 0)
      await new Promise((resolve) => setTimeout(resolve, pauseBefore(this.resyncs, this.random())));
    this.resyncs += 1;
    try {
      const view = await this.options.fetchView();
      if (this.stopped) return;
      this.adopt(view);
    } catch (error) {
      this.waiting = null;
      if (this.options.isFinal(error)) this.deny();
      else this.lose(1006);
      return;
    }
    const held = this.waiting ?? [];
    this.waiting = null;
    for (const update of held) this.take(update);
  }

  private adopt(view: RunSnapshot): void {
    if (view.seq < this.cursor) return;
    this.cursor = view.seq;
    this.options.onView(view);
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
      const view = await this.options.fetchView();
      if (this.stopped || this.connection === "live") return;
      this.adopt(view);
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
