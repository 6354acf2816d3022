import { ApiProblem, type SendOptions } from "../../api/http";
import type {
  ChangeResult,
  ChangeView,
  DraftProblems,
  DraftView,
  GraphMessage,
  LayoutView,
  Patch,
  PersonView,
} from "../../api/types";
import type { Connection, Socket } from "../../live/client";
import type { ToastAction } from "../../ui/toasts";
import type { GraphDiff } from "../context";
import { createEditor, type LiveEditor } from "./index";
import type { TalkingSocket, Wires } from "./wires";

export const ADA: PersonView = { id: 1, name: "Ada" };
export const BOB: PersonView = { id: 2, name: "Bob" };
const FINE: DraftProblems = { problems: [], total: 0, runnable: true };

type Nodes = Record<string, string>;

interface Stored extends ChangeView {
  inverse: GraphDiff[];
  undoneBy: number | null;
}

/** A server with one flat draft: nodes with a title, set and removed by diffs. Real rules of undo and keys. */
export class FakeServer {
  nodes: Nodes = { a: "A", b: "B" };
  rows: Stored[] = [];
  layout: LayoutView = { version: 0, positions: {} };
  archived = false;
  base: number | null = null;
  answers = new Map<string, ChangeResult>();
  sockets: FakeSocket[] = [];

  get version(): number {
    return this.rows.length;
  }

  draft(me: PersonView, edit = true): DraftView {
    return {
      slug: "g",
      name: "G",
      version: this.version,
      graph: { name: "G" },
      nodes: Object.entries(this.nodes).map(([id, title], at) => ({
        node: { id, title, kind: "tool" },
        team: null,
        at,
      })),
      problems: this.problems(),
      layout: this.layout,
      base_revision: this.base,
      latest_revision: this.base,
      archived: this.archived,
      changes: this.rows.map(({ patch: _, ...line }) => line),
      undo: this.undoStep(me)?.words[0] ?? null,
      redo: this.redoStep(me)?.words[0] ?? null,
      may: { edit, publish: edit, start: edit },
      me,
    };
  }

  problems(): DraftProblems {
    return { ...FINE, total: Object.values(this.nodes).filter((title) => title === "").length };
  }

  after(version: number): ChangeView[] {
    return this.rows.slice(version).map(({ inverse: _, undoneBy: __, ...change }) => change);
  }

  change(me: PersonView, base: number, diffs: GraphDiff[], gesture = ""): ChangeResult {
    if (base > this.version) throw new ApiProblem(409, "wrong_version", "Read it again.", [], this.version);
    this.apply(me, "edit", diffs, gesture, []);
    return this.result(me, base);
  }

  undo(me: PersonView): ChangeResult {
    const step = this.undoStep(me);
    if (!step) throw new ApiProblem(409, "nothing_to_undo", "There is nothing of yours to undo.");
    const since = this.version;
    for (const diff of step.inverse) {
      if (diff.expected !== undefined && this.nodes[diff.id as string] !== diff.expected)
        throw new ApiProblem(409, "node_changed", "Bob changed “A” since.", [], step.version);
    }
    this.apply(me, "undo", step.inverse, "", [step.version]);
    step.undoneBy = this.version;
    return this.result(me, since);
  }

  redo(me: PersonView): ChangeResult {
    const undo = this.redoStep(me);
    if (!undo) throw new ApiProblem(409, "nothing_to_redo", "There is nothing of yours to do again.");
    const since = this.version;
    this.apply(me, "redo", undo.inverse, "", [undo.version]);
    undo.undoneBy = this.version;
    for (const version of undo.of) (this.rows[version - 1] as Stored).undoneBy = null;
    return this.result(me, since);
  }

  passOver(version: number): void {
    (this.rows[version - 1] as Stored).undoneBy = 0;
  }

  private undoStep(me: PersonView): Stored | undefined {
    return this.rows.findLast(
      (row) => row.author.id === me.id && row.kind === "edit" && row.undoneBy === null,
    );
  }

  private redoStep(me: PersonView): Stored | undefined {
    const last = this.rows.findLast(
      (row) => row.author.id === me.id && ["edit", "undo"].includes(row.kind) && row.undoneBy === null,
    );
    return last?.kind === "undo" ? last : undefined;
  }

  private apply(
    me: PersonView,
    kind: Stored["kind"],
    diffs: GraphDiff[],
    gesture: string,
    of: number[],
  ): void {
    const nodes = { ...this.nodes };
    const inverse: GraphDiff[] = [];
    for (const { op, ...diff } of diffs) {
      const id = diff.id as string;
      if (op === "remove" && !(id in nodes))
        throw new ApiProblem(409, "node_not_found", `There is no node ${id}.`, [], this.version);
      const before = nodes[id];
      if (op === "remove") delete nodes[id];
      else nodes[id] = diff.title as string;
      inverse.unshift(
        before === undefined
          ? { op: "remove", id, expected: nodes[id] }
          : { op: "set", id, title: before, expected: nodes[id] },
      );
    }
    if (JSON.stringify(nodes) === JSON.stringify(this.nodes)) return;
    const patch: Patch = { graph: null, nodes: {} };
    for (const id of new Set([...Object.keys(this.nodes), ...Object.keys(nodes)])) {
      const title = nodes[id];
      if (title === this.nodes[id]) continue;
      const at = Object.keys(nodes).indexOf(id);
      patch.nodes[id] = title === undefined ? null : { node: { id, title, kind: "tool" }, team: null, at };
    }
    this.nodes = nodes;
    const words = diffs.map(({ op, id, title }) => `${op} ${id}${title === undefined ? "" : ` ${title}`}`);
    const [version, at] = [this.version + 1, new Date(0).toISOString()];
    const row = { version, kind, author: me, at, words, gesture, undone: false, of, patch, inverse };
    this.rows.push({ ...row, undoneBy: null });
  }

  private result(me: PersonView, base: number): ChangeResult {
    return {
      version: this.version,
      changes: this.after(base),
      inverse: [],
      problems: this.problems(),
      undo: this.undoStep(me)?.words[0] ?? null,
      redo: this.redoStep(me)?.words[0] ?? null,
      reset: false,
    };
  }

  /** Tells every open socket what it does not know yet. */
  publish(): void {
    for (const socket of this.sockets) socket.tellNews();
  }
}

export class FakeSocket implements TalkingSocket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: unknown[] = [];
  after: number;

  constructor(
    private readonly server: FakeServer,
    path: string,
  ) {
    this.after = Number(new URLSearchParams(path.split("?")[1]).get("after"));
    server.sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.server.sockets = this.server.sockets.filter((one) => one !== this);
  }

  tell(message: GraphMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  tellNews(more: Partial<Extract<GraphMessage, { type: "graph" }>> = {}): void {
    const from = this.after;
    this.after = this.server.version;
    this.tell({
      type: "graph",
      from,
      to: this.after,
      changes: this.server.after(from),
      problems: null,
      layout: null,
      base_revision: this.server.base,
      latest_revision: this.server.base,
      clean_version: 0,
      ...more,
    });
  }

  hello(): void {
    if (this.after > this.server.version) {
      this.tell({ type: "hello", seq: this.server.version, protocol: 1 });
      this.tell({ type: "reset", seq: this.server.version });
      this.after = this.server.version;
      return;
    }
    this.tell({ type: "hello", seq: this.server.version, protocol: 1 });
    this.tellNews({ problems: this.server.problems(), layout: this.server.layout });
  }

  drop(code = 1006): void {
    this.close();
    this.onclose?.({ code });
  }
}

export interface Sent {
  url: string;
  body: Record<string, unknown>;
  key: string | undefined;
}

/** How a request goes: through; lost before or after the server saw it; or answered by a problem. */
export type Fate = "through" | "lost" | "answer_lost" | ApiProblem;

/** One browser tab of one person on that server. Requests go through unless `fates` says otherwise. */
export class Tab {
  sent: Sent[] = [];
  read: string[] = [];
  fates: Fate[] = [];
  /** The fate of reads, and of whatever else `fates` has nothing for. */
  always: Fate = "through";
  said: { kind: string; text: string; action: ToastAction | undefined }[] = [];
  tokens = 0;
  /** Requests wait for this. */
  gate: Promise<void> | null = null;
  editor: LiveEditor;
  connections: Connection[] = [];

  constructor(
    readonly server: FakeServer,
    public me: PersonView = ADA,
    public mayEdit = true,
  ) {
    this.editor = createEditor(server.draft(me, mayEdit), this.wires());
    this.store.subscribe((state, before) => {
      if (state.connection !== before.connection) this.connections.push(state.connection);
    });
  }

  get store() {
    return this.editor.store;
  }

  get state() {
    return this.store.getState();
  }

  get commands() {
    return this.editor.commands;
  }

  get titles(): Nodes {
    return Object.fromEntries([...this.state.draft.nodes].map(([id, node]) => [id, node.title ?? ""]));
  }

  set(id: string, title: string, gesture = "") {
    return this.commands.edit([{ op: "set", id, title }], { gesture });
  }

  get socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }

  sockets: FakeSocket[] = [];

  private wires(): Wires {
    return {
      read: async <T>(url: string) => (await this.request(this.always, () => this.get(url))) as T,
      send: async <T>(method: string, url: string, body: unknown, options: SendOptions = {}) => {
        this.sent.push({ url, body: body as Record<string, unknown>, key: options.key });
        return (await this.request(this.fates.shift() ?? this.always, () =>
          this.post(method, url, body as Record<string, unknown>, options.key),
        )) as T;
      },
      openSocket: (path) => {
        const socket = new FakeSocket(this.server, path);
        this.sockets.push(socket);
        return socket;
      },
      say: (kind, text, action) => this.said.push({ kind, text, action }),
      renewToken: async () => {
        this.tokens += 1;
      },
      random: () => 1,
    };
  }

  private async request(fate: Fate, perform: () => unknown): Promise<unknown> {
    await this.gate;
    if (fate instanceof ApiProblem) throw fate;
    if (fate === "lost") throw new ApiProblem(0, "unreachable", "The server cannot be reached.");
    const answer = perform();
    if (fate === "answer_lost") throw new ApiProblem(0, "unreachable", "The server cannot be reached.");
    // As it travels: nothing is shared.
    return structuredClone(answer);
  }

  private get(url: string): unknown {
    this.read.push(url);
    if (url.includes("/changes/")) {
      const after = Number(url.split("after=")[1]);
      return { changes: this.server.after(after), version: this.server.version };
    }
    if (url.endsWith("/layout/")) return this.server.layout;
    return this.server.draft(this.me, this.mayEdit);
  }

  private post(method: string, url: string, body: Record<string, unknown>, key: string | undefined): unknown {
    if (method === "PATCH") return this.place(body);
    if (!this.mayEdit) throw new ApiProblem(403, "forbidden", "You may not change graphs.");
    const known = this.server.answers.get(key as string);
    if (known) return known;
    const answer = this.perform(url, body);
    this.server.answers.set(key as string, answer);
    return answer;
  }

  private perform(url: string, body: Record<string, unknown>): ChangeResult {
    if (typeof body.pass_over === "number") this.server.passOver(body.pass_over);
    if (url.endsWith("/undo/")) return this.server.undo(this.me);
    if (url.endsWith("/redo/")) return this.server.redo(this.me);
    return this.server.change(
      this.me,
      body.base_version as number,
      body.diffs as GraphDiff[],
      body.gesture as string,
    );
  }

  private place(body: Record<string, unknown>): LayoutView {
    const positions = body.replace ? {} : { ...this.server.layout.positions };
    for (const [id, spot] of Object.entries(body.positions as Record<string, never>)) {
      if (spot) positions[id] = spot;
      else delete positions[id];
    }
    this.server.layout = { version: this.server.layout.version + 1, positions };
    return this.server.layout;
  }
}
