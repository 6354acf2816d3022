import { ApiProblem } from "../../api/http";
import type { GraphUpdate, LayoutView, Look, People } from "../../api/types";
import { type Connection, Follower, type Why } from "../../live/follower";
import type { EditorStore } from "../store";
import type { InStep } from "./inStep";
import type { LayoutKeeper } from "./layoutKeeper";
import type { TalkingSocket } from "./wires";

export interface GraphClientOptions {
  store: EditorStore;
  inStep: InStep;
  layout: LayoutKeeper;
  openSocket(after: number): TalkingSocket;
  fetchLayout(): Promise<LayoutView>;
  onConnection(connection: Connection): void;
  /** Changes came by another way: what goes with them (problems, say) is to be read soon. */
  onDetour(): void;
  random(): number;
}

/** How often a look is told at most; the server takes a few a second. */
const LOOK_EVERY_MS = 400;
/** Every so many polls the whole draft is read: revisions and problems are not in the changes. */
const WHOLE_POLL = 6;

/** Follows a graph's socket: everybody's changes, who else is here, and where they look. */
export class GraphClient {
  private follower: Follower<void, GraphUpdate | People> | null = null;
  private socket: TalkingSocket | null = null;
  private polls = 0;
  private looked: string | null = null;
  private told: string | null = null;
  private lookTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: GraphClientOptions) {}

  start(): void {
    this.stop();
    const { store, inStep } = this.options;
    this.follower = new Follower({
      openSocket: (after) => this.open(after),
      seq: () => inStep.version,
      take: (news) => {
        if (news.type === "graph") return inStep.takeUpdate(news);
        store.getState().takePeople(news.people);
        return true;
      },
      fetchView: (why) => this.fetch(why),
      // What is fetched is taken as it comes.
      adopt: () => {},
      onConnection: (connection) => this.connected(connection),
      isFinal: (error) => error instanceof ApiProblem && [401, 403, 404].includes(error.status),
      random: this.options.random,
    });
    this.follower.start();
  }

  stop(): void {
    clearTimeout(this.lookTimer);
    this.lookTimer = undefined;
    this.follower?.stop();
    this.follower = null;
    this.socket = null;
  }

  nudge(): void {
    this.follower?.nudge();
  }

  /** Whether what the page shows is what the server had a moment ago. */
  get isFresh(): boolean {
    return this.follower?.isFresh ?? false;
  }

  /** Tells the others; the last of many looks is what counts. */
  look(node: string | null): void {
    this.looked = node;
    if (this.lookTimer !== undefined) return;
    this.tellLook();
    this.lookTimer = setTimeout(() => {
      this.lookTimer = undefined;
      this.tellLook();
    }, LOOK_EVERY_MS);
  }

  private tellLook(): void {
    if (!this.isFresh || this.told === this.looked) return;
    const look: Look = { type: "look", node: this.looked };
    this.socket?.send(JSON.stringify(look));
    this.told = this.looked;
  }

  private open(after: number): TalkingSocket {
    this.socket = this.options.openSocket(after);
    this.told = null;
    return this.socket;
  }

  private connected(connection: Connection): void {
    if (connection === "live") {
      this.polls = 0;
      this.tellLook();
    } else this.options.store.getState().takePeople([]);
    this.options.onConnection(connection);
  }

  private async fetch(why: Why): Promise<void> {
    const { inStep, layout, fetchLayout, onDetour } = this.options;
    if (why === "poll") {
      this.polls += 1;
      const before = inStep.version;
      inStep.needs("changes");
      await inStep.catchUp();
      if (inStep.version > before || this.polls % WHOLE_POLL === 0) inStep.needs("draft");
      else layout.take(await fetchLayout());
    } else if (why === "gap") {
      inStep.needs("changes");
      onDetour();
    } else inStep.needs("other_draft");
    await inStep.catchUp();
  }
}
