import type { ChangeResult, ChangeView, PersonView } from "../../api/types";
import type { Commands, EditOptions, Editor, GraphDiff, Outcome } from "../context";
import type { NodeJson } from "../model";
import { editorOf } from "../testing/editor";

export const ME: PersonView = { id: 1, name: "Me" };
export const ADA: PersonView = { id: 2, name: "Ada" };

interface Sent {
  diffs: GraphDiff[];
  gesture: string;
}

/**
 * The part of a server that a field meets: it stores whole fields, in order, and can be slow or refuse.
 * Like the real one it sends back every change since the version that the page knew.
 */
export class FakeServer {
  readonly sent: Sent[] = [];
  readonly editor: Editor;
  /** Why edits are refused; null: they are not. */
  refuses: string | null = null;
  private version = 3;
  private nodes = new Map<string, NodeJson>();
  private readonly log: ChangeView[] = [];
  private readonly waiting: (() => void)[] = [];
  private held = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(nodes: NodeJson[]) {
    for (const node of nodes) this.nodes.set(node.id, node);
    const commands: Partial<Commands> = { edit: (diffs, options) => this.edit(diffs, options) };
    this.editor = editorOf({ nodes }, commands);
  }

  node(id: string): NodeJson | undefined {
    return this.nodes.get(id);
  }

  /** From now on answers wait until `release`. */
  hold(): void {
    this.held = true;
  }

  async release(): Promise<void> {
    this.held = false;
    for (const go of this.waiting.splice(0)) go();
    await this.last;
  }

  /** Somebody else changes a node. With `unseen` the page hears of it only with its own next answer. */
  other(id: string, fields: Record<string, unknown>, { unseen = false, author = ADA } = {}): void {
    const change = this.store([{ op: "update_node", id, set: fields }], author, "");
    if (!unseen) this.editor.store.getState().takeChanges([change]);
  }

  private edit(given: GraphDiff[] | (() => GraphDiff[]), options: EditOptions = {}): Promise<Outcome> {
    const turn = this.last.then(async () => {
      if (this.held) await new Promise<void>((go) => this.waiting.push(go));
      const diffs = typeof given === "function" ? given() : given;
      if (diffs.length === 0) return { ok: false, code: "nothing_to_do", detail: "", errors: [] } as Outcome;
      const gesture = options.gesture ?? "";
      this.sent.push({ diffs, gesture });
      if (this.refuses !== null) {
        return { ok: false, code: "invalid_node", detail: this.refuses, errors: [] } as Outcome;
      }
      const seen = this.editor.store.getState().draft.version;
      this.store(diffs, ME, gesture);
      const changes = this.log.filter((one) => one.version > seen);
      this.editor.store.getState().takeChanges(changes);
      return { ok: true, result: { version: this.version, changes } as unknown as ChangeResult } as Outcome;
    });
    this.last = turn;
    return turn;
  }

  private store(diffs: GraphDiff[], author: PersonView, gesture: string): ChangeView {
    this.version += 1;
    const patch: ChangeView["patch"] = { graph: null, nodes: {} };
    for (const diff of diffs) {
      const id = String(diff.id);
      const before = this.nodes.get(id);
      if (!before) continue;
      const ids = [...this.nodes.keys()];
      const after: Record<string, unknown> = { ...before, ...(diff.set as object | undefined) };
      for (const name of (diff.unset as string[] | undefined) ?? []) delete after[name];
      if (diff.op === "rename_node") {
        after.id = diff.new_id;
        patch.nodes[id] = null;
      }
      const node = after as NodeJson;
      const entries = [...this.nodes].map(([key, one]) => (key === id ? [node.id, node] : [key, one]));
      this.nodes = new Map(entries as [string, NodeJson][]);
      patch.nodes[node.id] = { node, team: null, at: ids.indexOf(id) };
    }
    const change: ChangeView = {
      version: this.version,
      kind: "edit",
      author,
      at: "2026-01-01T00:00:00Z",
      words: [],
      gesture,
      undone: false,
      of: [],
      patch,
    };
    this.log.push(change);
    return change;
  }
}
