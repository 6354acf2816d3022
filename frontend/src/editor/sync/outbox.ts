import { ApiProblem, explain } from "../../api/http";
import type { ChangeResult } from "../../api/types";
import { pauseBefore } from "../../live/backoff";
import type { Outcome } from "../context";
import type { Saving } from "../store";

export interface Call {
  method: "POST" | "PUT";
  url: string;
  body: unknown;
}

/** One thing to do to the draft. */
export interface Job {
  /** What to call it while it is not stored. */
  label: string;
  /** Made when its turn comes, from what the page then knows; null: there is nothing to send any more. */
  call(version: number): Call | null;
  /** It looks itself at what somebody else made of its field meanwhile: refused for that, it is made anew. */
  looksAgain?: boolean | undefined;
}

export interface OutboxOptions {
  send(call: Call, key: string): Promise<ChangeResult>;
  /** The version of the draft that the page shows. */
  version(): number;
  /** Brings the page in step with the server when it is known to be behind. May fail like a request. */
  catchUp(): Promise<void>;
  /** Takes a result into the page. May fail when it has to fetch more; the change is stored all the same. */
  take(result: ChangeResult): Promise<void>;
  onSaving(saving: Saving): void;
  /** Nothing more is sent until `release`. */
  onHalt(problem: ApiProblem): void;
  /** One was refused and is taken out. */
  onRefused(problem: ApiProblem): void;
  /** Whether a request that was turned away may go again at once (a token was renewed). */
  mend(problem: ApiProblem): Promise<boolean>;
  random?(): number;
}

interface Item {
  job: Job;
  key: string;
  /** Kept for all tries: the same key must carry the same request. */
  call: Call | undefined;
  done(outcome: Outcome): void;
}

/** How often an answer that nobody kept is asked for; the server may be carrying the first request out. */
const IN_PROGRESS_TRIES = 6;
/** Somebody else has changed a field that would be set, and the server asks for another look at it. */
export const OVERTAKEN = "field_changed";
const HALTING = [401, 403, 404];
const NOTHING: Outcome = { ok: false, code: "nothing_to_do", detail: "", errors: [] };

/** A key without `crypto.randomUUID`, which plain http does not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

export function mayComeBack({ status, code }: ApiProblem): boolean {
  return (
    status === 0 || status === 408 || status === 429 || status >= 500 || code === "idempotency_in_progress"
  );
}

/** Somebody waits for this to be stored: the longest pause is eight seconds. */
export function pauseOf(failures: number, random: () => number = Math.random): number {
  return pauseBefore(Math.min(failures, 5), random());
}

export function asProblem(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem(0, "unreachable", String(error));
}

/**
 * Sends what was done to the draft: one request at a time, in order, each carried out once.
 *
 * A request that did not come through is sent again with the same key until it is answered. One that
 * is refused is taken out, and the rest goes on. One that needs the person first (to sign in, say)
 * halts everything; nothing is thrown away.
 */
export class Outbox {
  private readonly items: Item[] = [];
  private open = false;
  private halted = false;
  private draining = false;
  private failures = 0;
  private wake: (() => void) | undefined;

  constructor(private readonly options: OutboxOptions) {}

  /** What is not stored yet, in words and in order. */
  get waiting(): string[] {
    return this.items.map(({ job }) => job.label);
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  put(job: Job): Promise<Outcome> {
    return new Promise((done) => {
      this.items.push({ job, key: newKey(), call: undefined, done });
      // What waits for the connection says so; a new item does not make it look better.
      this.options.onSaving(this.halted || this.failures > 0 ? "waiting" : "saving");
      void this.drain();
    });
  }

  start(): void {
    this.open = true;
    void this.drain();
  }

  stop(): void {
    this.open = false;
    this.wake?.();
  }

  /** The connection is back: do not wait for the back-off. */
  nudge(): void {
    this.wake?.();
  }

  halt(): void {
    this.halted = true;
    this.wake?.();
  }

  /** The reason to halt is gone. */
  release(): void {
    this.halted = false;
    this.failures = 0;
    if (!this.isEmpty) this.options.onSaving("saving");
    void this.drain();
  }

  /** Gives up on all that waits. Each is answered as a refusal. */
  drop(code: string, detail: string): void {
    for (const { done } of this.items.splice(0)) done({ ok: false, code, detail, errors: [] });
    this.options.onSaving("stored");
  }

  private async drain(): Promise<void> {
    if (this.draining) return;
    this.draining = true;
    try {
      let item = this.items[0];
      while (item && this.open && !this.halted) {
        await this.advance(item);
        item = this.items[0];
      }
    } finally {
      this.draining = false;
    }
    if (this.isEmpty) this.options.onSaving("stored");
  }

  /** One try of the first item. */
  private async advance(item: Item): Promise<void> {
    let result: ChangeResult;
    try {
      await this.options.catchUp();
      item.call ??= this.callOf(item.job);
      if (!item.call) {
        this.finish(item, NOTHING);
        return;
      }
      result = await this.options.send(item.call, item.key);
    } catch (error) {
      await this.failed(item, asProblem(error));
      return;
    }
    await this.options.take(result);
    this.finish(item, { ok: true, result });
  }

  /** Raises what is no use to try again. */
  private callOf(job: Job): Call | undefined {
    try {
      return job.call(this.options.version()) ?? undefined;
    } catch (error) {
      throw new ApiProblem(400, "not_made", `This could not be done: ${explain(error)}`);
    }
  }

  private async failed(item: Item, problem: ApiProblem): Promise<void> {
    if (mayComeBack(problem)) {
      this.failures += 1;
      if (problem.code !== "idempotency_in_progress" || this.failures < IN_PROGRESS_TRIES) {
        await this.pause();
        return;
      }
    }
    if (await this.options.mend(problem)) return;
    if (problem.code === OVERTAKEN && item.job.looksAgain) {
      // Nothing came of the request, so another one in its place needs another key.
      item.call = undefined;
      item.key = newKey();
      this.options.onRefused(problem);
      return;
    }
    if (HALTING.includes(problem.status)) {
      this.halted = true;
      this.options.onSaving("waiting");
      this.options.onHalt(problem);
      return;
    }
    this.options.onRefused(problem);
    const { code, message, errors, version } = problem;
    this.finish(item, { ok: false, code, detail: message, errors, version });
  }

  private finish(item: Item, outcome: Outcome): void {
    this.failures = 0;
    // `drop` may have taken it out meanwhile.
    if (this.items[0] === item) this.items.shift();
    if (!this.isEmpty) this.options.onSaving("saving");
    item.done(outcome);
  }

  private pause(): Promise<void> {
    this.options.onSaving("waiting");
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(go, pauseOf(this.failures, this.options.random));
      this.wake = go;
    });
  }
}
