import { useMemo, useSyncExternalStore } from "react";
import type { ChangeResult } from "../../api/types";
import { toast } from "../../ui/toasts";
import { type EditOptions, type Editor, type GraphDiff, useEditorParts } from "../context";
import { overtaken } from "./overtaken";
import { changed, diffsOf, type FieldChanges, type Fields, type Followed, type ReadFields } from "./places";

interface Pending {
  node: string | null;
  changes: FieldChanges;
}

/** What is to be done to one node (null: to the graph), as functions of what it is. */
export interface Change {
  node: string | null;
  /** The fields to replace; a sentence where that cannot be done. */
  change(fields: Fields): FieldChanges | string;
  /** What else goes with it. */
  follow?(fields: Fields, read: ReadFields): Followed[];
  /** Asked when it would be sent: whether a question is to be answered first. Without it the desk looks itself. */
  held?(): boolean;
}

/** How an edit ended; `result` null: there was nothing to change any more. */
export type Done = { ok: true; result: ChangeResult | null } | { ok: false; code: string; detail: string };

/** What the desk must know of a field that somebody is in. */
interface Visited {
  flush(): void;
}

const NOTHING: Fields = {};

/**
 * Where the inspector's edits leave from. Until the server has answered, a field reads as what was sent
 * for it, so that the next edit of the same field builds on that.
 */
export class Desk {
  /** The fields that are open now. */
  readonly visits = new Set<Visited>();
  /** Visits whose text could not be stored, by field, until that field is shown again. */
  readonly parked = new Map<string, Visited>();
  /** A node's JSON that was written and not saved, with the fields that it was made from. */
  readonly texts = new Map<string, { text: string; base: Fields }>();
  private pending: readonly Pending[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly seen = new Map<
    string | null,
    { base: Fields; pending: readonly Pending[]; fields: Fields }
  >();

  constructor(readonly editor: Editor) {}

  /** The fields as the server has them; undefined when the node is gone. */
  stored(node: string | null): Fields | undefined {
    const { draft } = this.editor.store.getState();
    return node === null ? draft.graph : draft.nodes.get(node);
  }

  /** The fields with what is on its way to the server. */
  fields(node: string | null): Fields {
    const base = this.stored(node) ?? NOTHING;
    const known = this.seen.get(node);
    if (known && known.base === base && known.pending === this.pending) return known.fields;
    const fields = this.pending
      .filter((one) => one.node === node)
      .reduce((sum, one) => changed(sum, one.changes), base);
    this.seen.set(node, { base, pending: this.pending, fields });
    return fields;
  }

  /**
   * Changes fields of a node. `change` is asked twice: for what to show at once, and when the edit is sent, on
   * the node as it is by then; so what others did to other parts of the same field meanwhile stays.
   */
  async edit({ node, change, follow, held }: Change, options?: EditOptions): Promise<Done> {
    const shown = this.fields(node);
    const changes = change(shown);
    if (typeof changes === "string") return { ok: false, code: "gone", detail: changes };
    const followed = follow?.(shown, (id) => this.fields(id)) ?? [];
    const before = this.stored(node) ?? NOTHING;
    let gone = "";
    let isHeld = false;
    const diffs = () => {
      gone = "";
      isHeld = held?.() ?? false;
      if (isHeld) return [];
      const fields = this.stored(node);
      // The server says best who has removed it.
      if (!fields) return diffsOf(node, shown, changes);
      const now = change(fields);
      const lost = held || typeof now === "string" ? null : overtaken(fields, now, changes, [shown, before]);
      if (lost !== null) gone = lost;
      else if (typeof now !== "string") {
        const more = follow?.(fields, (id) => this.stored(id) ?? NOTHING) ?? [];
        return [...diffsOf(node, fields, now), ...more.flatMap((one) => one.diffs)];
      }
      if (typeof now === "string") gone = now;
      return [];
    };
    const done = await this.send(diffs, [{ node, changes }, ...followed], options);
    if (isHeld) return { ok: false, code: "held", detail: "" };
    return gone ? { ok: false, code: "gone", detail: gone } : done;
  }

  /** The same change of several nodes, as one. */
  async editAll(nodes: readonly string[], changes: FieldChanges, options?: EditOptions): Promise<Done> {
    const diffs = () => nodes.flatMap((node) => diffsOf(node, this.stored(node) ?? NOTHING, changes));
    return this.send(
      diffs,
      nodes.map((node) => ({ node, changes })),
      options,
    );
  }

  private async send(diffs: () => GraphDiff[], made: Pending[], options?: EditOptions): Promise<Done> {
    this.setPending([...this.pending, ...made]);
    try {
      const outcome = await this.editor.commands.edit(diffs, options);
      return !outcome.ok && outcome.code === "nothing_to_do" ? { ok: true, result: null } : outcome;
    } finally {
      this.setPending(this.pending.filter((one) => !made.includes(one)));
    }
  }

  /** Sends what is typed and still waits for a pause. */
  flush(): void {
    for (const visit of this.visits) visit.flush();
  }

  /** A question that waits in a field which is not shown. */
  ask(node: string | null, path: string, question: string): void {
    const { inspect, inspectGraph } = this.editor.store.getState();
    toast("error", question, {
      label: "Look at both",
      run: () => (node === null ? inspectGraph() : inspect(node, path)),
    });
  }

  /** A refusal that no field is left to show. */
  tell(label: string, detail: string, typed: string): void {
    toast("error", `${label}: ${detail}${typed ? ` You had typed: “${typed}”.` : ""}`);
  }

  private setPending(pending: readonly Pending[]): void {
    this.pending = pending;
    for (const listener of this.listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    const leave = this.editor.store.subscribe((state, before) => {
      if (state.draft !== before.draft) listener();
    });
    return () => {
      this.listeners.delete(listener);
      leave();
    };
  };
}

const desks = new WeakMap<Editor["store"], Desk>();

export function deskOf(editor: Editor): Desk {
  const known = desks.get(editor.store);
  if (known) return known;
  const desk = new Desk(editor);
  desks.set(editor.store, desk);
  return desk;
}

export function useDesk(): Desk {
  const editor = useEditorParts();
  return useMemo(() => deskOf(editor), [editor]);
}

/** The fields of a node (null: of the graph) as they are now, edits on their way included. */
export function useFields(node: string | null): Fields {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, () => desk.fields(node));
}
