import type { ApiProblem } from "../../api/http";
import type { LayoutView, Position } from "../../api/types";
import type { EditorStore } from "../store";
import { asProblem, mayComeBack, pauseOf } from "./outbox";
import type { Spots } from "./steps";

export interface LayoutBody {
  positions: Spots;
  replace: boolean;
}

export interface LayoutOptions {
  store: EditorStore;
  send(body: LayoutBody, keepalive: boolean): Promise<LayoutView>;
  /** The person has to do something first; `flush` goes on. */
  onHalt(problem: ApiProblem): void;
  /** The positions were not taken; they stay here until the page is loaded again. */
  onRefused(problem: ApiProblem): void;
  /** `isStuck` is another. */
  onStuck(): void;
  random?(): number;
}

/** Moves are gathered for this long before they are stored. */
export const GATHER_MS = 400;
/** The most positions that the server takes at once. */
const AT_ONCE = 5_000;

/**
 * Where the nodes stand: shown at once, stored soon after, sent again until they are.
 * What others moved comes in between; what is not stored here yet stays on top of it.
 */
export class LayoutKeeper {
  private waiting: Spots = {};
  private replace = false;
  private onTheWay: LayoutBody | null = null;
  private failures = 0;
  private stuck = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LayoutOptions) {}

  get isStored(): boolean {
    return this.onTheWay === null && !this.hasWaiting;
  }

  /** Whether storing has failed and is tried again, or waits for the person. */
  get isStuck(): boolean {
    return this.stuck && !this.isStored;
  }

  /** Shows `spots`; with `store` they are kept on the server too. `whole` forgets all others. */
  put(spots: Spots, { store = true, whole = false } = {}): void {
    const { positions } = this.options.store.getState();
    this.show(over(whole ? {} : positions, spots));
    if (!store) return;
    this.waiting = whole ? { ...spots } : { ...this.waiting, ...spots };
    this.replace ||= whole;
    this.failures = 0;
    this.schedule(GATHER_MS);
  }

  /** Positions from the server, with what is not stored yet on top. */
  take(layout: LayoutView): void {
    this.options.store.getState().takeLayout({ ...layout, positions: this.withOwn(layout.positions) });
  }

  /** After the store took a whole draft: what is not stored yet goes on top again. */
  keepOwn(): void {
    if (this.isStored) return;
    this.show(this.withOwn(this.options.store.getState().positions));
  }

  /** Stores what waits now. `leaving`: the page goes away meanwhile. */
  async flush(leaving = false): Promise<void> {
    clearTimeout(this.timer);
    if (this.onTheWay || !this.hasWaiting) return;
    this.onTheWay = this.nextBody();
    let layout: LayoutView;
    try {
      layout = await this.options.send(this.onTheWay, leaving);
    } catch (error) {
      this.failed(this.onTheWay, asProblem(error));
      return;
    }
    this.onTheWay = null;
    this.failures = 0;
    this.setStuck(false);
    this.take(layout);
    if (this.hasWaiting) this.schedule(0);
  }

  /** Forgets what could not be stored. It stays on the screen until positions come from the server. */
  drop(): void {
    clearTimeout(this.timer);
    this.waiting = {};
    this.replace = false;
    this.setStuck(false);
  }

  private failed(body: LayoutBody, problem: ApiProblem): void {
    this.onTheWay = null;
    if (!mayComeBack(problem) && ![401, 403, 404].includes(problem.status)) {
      this.setStuck(false);
      this.options.onRefused(problem);
      return;
    }
    // What was moved since wins over what could not be sent; a newer whole layout replaces it all.
    this.waiting = this.replace ? this.waiting : { ...body.positions, ...this.waiting };
    this.replace ||= body.replace;
    this.setStuck(true);
    if (mayComeBack(problem)) {
      this.failures += 1;
      this.schedule(pauseOf(this.failures, this.options.random));
    } else this.options.onHalt(problem);
  }

  private setStuck(stuck: boolean): void {
    if (stuck === this.stuck) return;
    this.stuck = stuck;
    this.options.onStuck();
  }

  private nextBody(): LayoutBody {
    const all = Object.entries(this.waiting);
    const body = { positions: Object.fromEntries(all.slice(0, AT_ONCE)), replace: this.replace };
    this.waiting = Object.fromEntries(all.slice(AT_ONCE));
    this.replace = false;
    return body;
  }

  private get hasWaiting(): boolean {
    return this.replace || Object.keys(this.waiting).length > 0;
  }

  private schedule(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), wait);
  }

  private withOwn(positions: Readonly<Record<string, Position>>): Record<string, Position> {
    const sent = this.onTheWay;
    const below = sent ? over(sent.replace ? {} : positions, sent.positions) : positions;
    return over(this.replace ? {} : below, this.waiting);
  }

  private show(positions: Record<string, Position>): void {
    this.options.store.setState({ positions });
  }
}

function over(positions: Readonly<Record<string, Position>>, spots: Spots): Record<string, Position> {
  const result = { ...positions };
  for (const [id, spot] of Object.entries(spots)) {
    if (spot) result[id] = spot;
    else delete result[id];
  }
  return result;
}
