import { toJsonText } from "../../api/exact";
import type { ChangeResult, ChangeView } from "../../api/types";
import { own } from "../../own";
import { titleOf } from "../model";
import type { EditorState } from "../store";
import type { Codec } from "./codecs";
import type { Desk } from "./desk";
import type { Fields, Place } from "./places";
import { whoChanged } from "./who";

/** How long a person pauses before what they typed is sent. */
export const PAUSE_MS = 400;

/** What somebody else put where this person types. `replaced`: this person's value came after, and stands. */
export interface Theirs {
  value: unknown;
  who: string;
  replaced: boolean;
}

export interface VisitView<T> {
  value: T;
  /** What is shown was typed here and is not (yet) followed by what the server has. */
  typed: boolean;
  refusal: string | null;
  theirs: Theirs | null;
}

export interface VisitOptions {
  label: string;
  /** Sent only when the field is left or Enter is pressed: half an id is no id. */
  atTheEnd?: boolean;
}

const textOf = (value: unknown): string => (value === undefined ? "" : toJsonText(value));

let gestures = 0;
const fresh = Math.random().toString(36).slice(2);

export function newGesture(): string {
  gestures += 1;
  return `field-${fresh}-${gestures}`;
}

/**
 * One field while a person is in it. What is typed is theirs alone until they leave: it goes out after a
 * pause and at the end, all of it as one gesture, and nothing that arrives takes it away.
 */
export class FieldVisit<T> {
  private edited: { value: T } | null = null;
  private refusal: string | null = null;
  private theirs: Theirs | null = null;
  private gesture = "";
  /** The server's value as JSON, when it was last looked at. */
  private known = "";
  /** All that was sent in this visit, and the last of it while it is to stand. */
  private readonly sent = new Set<string>();
  private last: string | null = null;
  private flying = 0;
  private again = false;
  private focused = false;
  private open = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private leaveStore: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();
  private view: { made: VisitView<T>; from: unknown[] } | null = null;

  constructor(
    private readonly desk: Desk,
    private place: Place,
    private codec: Codec<T>,
    private options: VisitOptions,
  ) {}

  /** The same visit, where its place has moved: after a rename, or in a list that was reordered. */
  aim(place: Place, codec: Codec<T>, options: VisitOptions): void {
    this.place = place;
    this.codec = codec;
    this.options = options;
  }

  get key(): string {
    return `${this.place.node ?? ""}/${this.place.path}`;
  }

  enter(): () => void {
    this.open = true;
    this.leaveStore();
    this.desk.visits.add(this);
    this.desk.parked.delete(this.key);
    this.leaveStore = this.desk.editor.store.subscribe((state, before) => this.look(state, before));
    return () => this.exit();
  }

  focus(): void {
    this.focused = true;
  }

  change(value: T): void {
    if (!this.edited) {
      this.gesture ||= newGesture();
      this.known = this.storedText();
    }
    this.edited = { value };
    this.refusal = null;
    if (this.theirs?.replaced) this.theirs = null;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.options.atTheEnd) this.timer = setTimeout(() => this.pause(), PAUSE_MS);
    this.tell();
  }

  /** For controls that are done with one act, like a choice from a list. */
  changeNow(value: T): void {
    this.change(value);
    this.flush();
    if (!this.focused) this.close();
  }

  /** The field is left: what is typed goes out now, before whatever is done next. */
  leave(): void {
    this.focused = false;
    this.flush();
    this.close();
  }

  /** Enter: sends what stands here, also what was refused before. */
  submit(): void {
    this.refusal = null;
    this.flush();
    this.tell();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.again = false;
    // Nothing was typed since it was refused.
    if (this.refusal !== null) return;
    if (!this.edited || (this.theirs && !this.theirs.replaced)) return;
    const read = this.codec.read(this.edited.value);
    if ("refusal" in read) {
      this.refusal = read.refusal;
      this.tell();
    } else if (textOf(read.value) !== (this.last ?? this.known)) {
      void this.send(read.value);
    }
  }

  /** Back to what the server has: nothing that was typed here and not sent is kept. */
  revert(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.reset();
  }

  keepMine(): void {
    const stands = this.theirs?.replaced;
    this.theirs = null;
    if (!stands) {
      this.last = null;
      this.flush();
    }
    this.close();
    this.tell();
  }

  takeTheirs(): void {
    if (this.theirs?.replaced) {
      this.edited = { value: this.codec.show(this.theirs.value) };
      this.theirs = null;
      this.flush();
      this.close();
      this.tell();
    } else {
      this.reset();
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    const leave = this.desk.subscribe(listener);
    return () => {
      this.listeners.delete(listener);
      leave();
    };
  };

  snapshot = (): VisitView<T> => {
    const { edited, refusal, theirs } = this;
    const stored = edited ? null : this.place.read(this.desk.fields(this.place.node));
    const from = [edited, refusal, theirs, stored, this.codec];
    if (this.view?.from.every((one, at) => one === from[at])) return this.view.made;
    const value = edited ? edited.value : this.codec.show(stored);
    this.view = { from, made: { value, typed: edited !== null, refusal, theirs } };
    return this.view.made;
  };

  private exit(): void {
    this.leave();
    this.open = false;
    this.desk.visits.delete(this);
    this.park();
  }

  /** While its field is not shown: text that is not stored waits for that, and what is on its way is watched. */
  private park(): void {
    if (this.flying === 0) this.leaveStore();
    const waits = this.edited !== null && (this.flying > 0 || this.refusal !== null || this.theirs !== null);
    if (waits) this.desk.parked.set(this.key, this);
    else if (this.desk.parked.get(this.key) === this) this.desk.parked.delete(this.key);
  }

  private pause(): void {
    if (this.flying > 0) this.again = true;
    else this.flush();
  }

  private stored(): Fields | undefined {
    return this.desk.stored(this.place.node);
  }

  private storedText(): string {
    const fields = this.stored();
    return fields ? textOf(this.place.read(fields)) : "";
  }

  private async send(value: unknown): Promise<void> {
    const { desk, gesture } = this;
    const changes = this.place.write(desk.fields(this.place.node), value);
    if (typeof changes === "string") {
      this.refuse(changes);
      return;
    }
    const text = textOf(value);
    const base = this.known;
    this.sent.add(text);
    this.last = text;
    this.refusal = null;
    this.flying += 1;
    const { place } = this;
    const outcome = await desk.edit(
      {
        node: place.node,
        change: (fields) => place.write(fields, value),
        follow: (fields, read) => place.follow?.(place.read(fields), value, read) ?? [],
        held: () => this.theirs !== null && !this.theirs.replaced,
      },
      { gesture, quiet: true },
    );
    this.flying -= 1;
    if (outcome.ok) this.written(outcome.result, text, base);
    else {
      this.sent.delete(text);
      if (this.last === text) this.last = null;
      if (outcome.code === "held") this.wait();
      else this.refuse(outcome.detail);
    }
    if (this.again && this.flying === 0) this.flush();
    this.close();
    if (!this.open) this.park();
  }

  /** It was not sent, since its person is asked first. Whoever has gone on to something else is told where. */
  private wait(): void {
    if (this.open || this.flying > 0 || !this.theirs) return;
    this.desk.ask(
      this.place.node,
      this.place.path,
      `${this.name()}: ${this.theirs.who} changed this while yours waited. Nothing of it was written over.`,
    );
  }

  private name(): string {
    const { node: id } = this.place;
    const node = id === null ? undefined : this.desk.editor.store.getState().draft.nodes.get(id);
    return node ? `${titleOf(node)}, ${this.options.label}` : this.options.label;
  }

  private refuse(detail: string): void {
    if (this.open) {
      this.refusal = detail;
      this.tell();
    } else {
      this.desk.tell(this.name(), detail, this.edited ? String(this.edited.value) : "");
    }
  }

  /** The edit is in the draft. Whoever changed the same field just before was written over: that is said. */
  private written(result: ChangeResult | null, text: string, base: string): void {
    if (this.theirs && !this.theirs.replaced && this.known === text) {
      this.theirs = { ...this.theirs, replaced: true };
    }
    if (this.theirs) return;
    const { me } = this.desk.editor.store.getState();
    for (const change of result?.changes ?? []) {
      if (change.author.id === me.id && change.gesture === this.gesture) continue;
      const found = this.valueIn(change);
      if (!found || [text, base].includes(textOf(found.value))) continue;
      if (this.known !== text) continue;
      this.theirs = { value: found.value, who: whoChanged([change], me), replaced: true };
    }
  }

  private valueIn({ patch }: ChangeView): { value: unknown } | null {
    const { node } = this.place;
    const fields = node === null ? patch.graph : own(patch.nodes, node)?.node;
    return fields ? { value: this.place.read(fields as Fields) } : null;
  }

  /** Compares what arrived with what is being typed. */
  private look(state: EditorState, before: EditorState): void {
    if (state.draft === before.draft || !this.edited || !this.stored()) return;
    const now = this.storedText();
    if (now === this.known) return;
    this.known = now;
    if (this.sent.has(now)) {
      if (this.theirs && this.last === now) this.theirs = { ...this.theirs, replaced: true };
      this.tell();
      return;
    }
    const lines = state.changes.filter((line) => line.version > before.draft.version);
    const own = lines.filter((line) => line.author.id === state.me.id);
    const all = lines.length > 0 && own.length === lines.length;
    if (all && own.every((line) => line.gesture === this.gesture)) return;
    if (all && own.every((line) => line.kind !== "edit") && this.timer === undefined) {
      this.reset();
      return;
    }
    const typed = this.codec.read(this.edited.value);
    if ("value" in typed && textOf(typed.value) === now) {
      this.sent.add(now);
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    const others = lines.filter((line) => line.author.id !== state.me.id || line.gesture !== this.gesture);
    const value = this.place.read(this.stored() as Fields);
    this.theirs = { value, who: whoChanged(others, state.me), replaced: false };
    this.tell();
  }

  /** Ends the visit once everything is settled: from here on the field follows the draft again. */
  private close(): void {
    if (this.focused || this.flying > 0 || this.refusal || this.theirs) return;
    this.reset();
  }

  private reset(): void {
    this.edited = null;
    this.refusal = null;
    this.theirs = null;
    this.last = null;
    this.sent.clear();
    if (!this.focused) this.gesture = "";
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
