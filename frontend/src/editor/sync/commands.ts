import { urls } from "../../api/urls";
import { own } from "../../own";
import type { ToastAction } from "../../ui/toasts";
import type { Commands, EditOptions, GraphDiff, Outcome } from "../context";
import type { EditorStore } from "../store";
import { labelOf, moveLabel } from "./labels";
import type { LayoutKeeper } from "./layoutKeeper";
import { type Call, type Outbox, OVERTAKEN } from "./outbox";
import { isSettingFields, notStored } from "./settings";
import type { Moves, Spots, Steps } from "./steps";
import type { Wires } from "./wires";

interface Parts {
  store: EditorStore;
  outbox: Outbox;
  steps: Steps;
  layout: LayoutKeeper;
  say: Wires["say"];
  lookAt(node: string | null): void;
}

interface Wanted {
  label: string;
  quiet?: boolean | undefined;
  looksAgain?: boolean | undefined;
  /** What it would have set, for whoever is told that it was not. */
  yours?: string | undefined;
  /** What can be done about a refusal. */
  remedy?: ((outcome: Refusal) => ToastAction | undefined) | undefined;
  /** Made when its turn comes; null: there is nothing to send any more. */
  call(version: number): Call | null;
}

type Refusal = Extract<Outcome, { ok: false }>;

function refused(code: string, detail: string): Outcome {
  return { ok: false, code, detail, errors: [] };
}

/** Why nothing may be changed here; null: it may. */
function whyNot(store: EditorStore): Outcome | null {
  const { may, archived } = store.getState();
  if (!may.edit) return refused("forbidden", "You can look at this graph, but not change it.");
  if (archived) return refused("graph_archived", "This graph is archived. Bring it back to change it.");
  return null;
}

/** How edits end that nobody has to be told of: there was nothing left to do, or the person gave it up. */
const SILENT = ["nothing_to_do", "given_up", "held"];
const UNSURE = "idempotency_in_progress";

/** What to tell of a refusal. The server's own words say why; here is added what can be done. */
function inWords(label: string, { code, detail }: { code: string; detail: string }, yours: string): string {
  if (code === OVERTAKEN) return `${detail} ${yours}`;
  if (code !== UNSURE) return detail;
  return `It cannot be told whether this was stored: ${label}. Look at the draft, and do it again if it is missing.`;
}

function turned({ before, after }: Moves, back: boolean): Spots {
  const [from, to] = back ? [after, before] : [before, after];
  return { ...Object.fromEntries(Object.keys(from).map((id) => [id, null])), ...to };
}

/** Everything that changes the draft, as jobs of the outbox. */
export function createCommands({ store, outbox, steps, layout, say, lookAt }: Parts): Commands {
  const { slug } = store.getState();
  const draftVerb = (verb: string, body: unknown): Call => ({
    method: "POST",
    url: urls.draftVerb(slug, verb),
    body,
  });

  async function change({ label, quiet, looksAgain, yours, remedy, call }: Wanted): Promise<Outcome> {
    const no = whyNot(store);
    const step = no ? null : steps.expect();
    const outcome = no ?? (await outbox.put({ label, call, looksAgain }));
    if (step) steps.settled(step, versionMade(outcome));
    if (!outcome.ok && !quiet && !SILENT.includes(outcome.code)) {
      say("error", inWords(label, outcome, yours ?? ""), remedy?.(outcome));
    }
    return outcome;
  }

  /** The version that an accepted change made; null when it changed nothing. */
  function versionMade(outcome: Outcome): number | null {
    if (!outcome.ok) return null;
    const { changes, version, reset } = outcome.result;
    const last = changes.at(-1);
    if (reset) return version;
    return last?.version === version && last.author.id === store.getState().me.id ? version : null;
  }

  function putBack(moves: Moves | null, back: boolean): void {
    if (moves) layout.put(turned(moves, back), { whole: moves.whole && !back });
  }

  /** Undoes on the server; `passOver` gives up on a change that can no longer be undone. */
  async function turn(verb: "undo" | "redo", at: number, passOver: number | null): Promise<void> {
    const outcome = await outbox.put({
      label: verb === "undo" ? "Undo" : "Redo",
      call: () => {
        if (passOver !== null) return draftVerb(verb, { pass_over: passOver });
        if (verb === "undo" && steps.movesBefore(at)) putBack(steps.undoMoves(at), true);
        else if (verb === "redo" && steps.redoIsMoves) putBack(steps.redoMoves(), false);
        else if (verb === "undo" ? steps.serverUndo : steps.serverRedo) return draftVerb(verb, {});
        return null;
      },
    });
    turning -= 1;
    if (passOver !== null && outcome.ok) steps.forget(passOver);
    if (outcome.ok || SILENT.includes(outcome.code)) return;
    if (outcome.code === `nothing_to_${verb}`) {
      if (verb === "undo") steps.served(null, steps.serverRedo);
      else steps.served(steps.serverUndo, null);
      return;
    }
    const { version } = outcome;
    const before = {
      label: `${verb === "undo" ? "Undo" : "Redo"} the one before`,
      run: () => begin(verb, version),
    };
    // A conflict about a step of this person names it.
    const isStep = typeof version === "number" && !["wrong_version", "graph_archived"].includes(outcome.code);
    say("error", outcome.detail, isStep ? before : undefined);
  }

  /** Undos and redos that have not had their turn. */
  let turning = 0;

  function begin(verb: "undo" | "redo", passOver: number | null = null): Promise<void> {
    if (whyNot(store)) return Promise.resolve();
    const at = steps.now();
    // A move needs no server: it is taken back at once, unless an undo before it waits.
    if (passOver === null && turning === 0) {
      if (verb === "undo" && steps.movesBefore(at)) {
        putBack(steps.undoMoves(at), true);
        return Promise.resolve();
      }
      if (verb === "redo" && steps.redoIsMoves && outbox.isEmpty) {
        putBack(steps.redoMoves(), false);
        return Promise.resolve();
      }
    }
    turning += 1;
    return turn(verb, at, passOver);
  }

  /**
   * Fields are set over what was seen of them: the server refuses what somebody else has changed since. Diffs
   * that are made when they are sent have looked by then; others were made now.
   */
  function edit(given: GraphDiff[] | (() => GraphDiff[]), options: EditOptions = {}): Promise<Outcome> {
    const { gesture = "", quiet } = options;
    const isMadeLate = typeof given === "function";
    const made = isMadeLate ? given : () => given;
    const first = made();
    const seen = !isMadeLate && isSettingFields(first) ? store.getState().draft.version : Infinity;
    return change({
      label: labelOf(store.getState().draft, first),
      quiet,
      looksAgain: isMadeLate,
      yours: notStored(first),
      remedy: ({ code }) =>
        code === OVERTAKEN ? { label: "Keep mine", run: () => void edit(given, options) } : undefined,
      call: (version) => {
        const diffs = made();
        const base_version = Math.min(seen, version);
        return diffs.length > 0
          ? draftVerb("changes", { base_version, diffs, gesture, guarded: true })
          : null;
      },
    });
  }

  return {
    edit,
    paste: (nodes, team, keepNeeds) =>
      change({
        label: nodes.length === 1 ? "Paste a node" : `Paste ${nodes.length} nodes`,
        call: (base_version) => draftVerb("paste", { base_version, nodes, team, keep_needs: keepNeeds }),
      }),
    undo: () => begin("undo"),
    redo: () => begin("redo"),
    discard: () =>
      change({
        label: "Discard the unpublished changes",
        call: (base_version) => draftVerb("discard", { base_version }),
      }),
    replaceDocument: (text, { seen, quiet } = {}) =>
      change({
        label: "Save the document",
        quiet,
        call: (version) => ({
          ...draftVerb("document", { base_version: seen ?? version, text }),
          method: "PUT",
        }),
      }),
    restore: (revision) =>
      change({
        label: `Restore revision ${revision}`,
        call: (base_version) => ({
          method: "POST",
          url: urls.restore(slug, revision),
          body: { base_version },
        }),
      }),
    move: (positions) => {
      if (whyNot(store)) return;
      const known = store.getState().positions;
      const ids = Object.keys(positions);
      const before = Object.fromEntries(ids.map((id) => [id, own(known, id) ?? null]));
      const after = Object.fromEntries(
        Object.entries(positions).map(([id, spot]) => [id, spot && { ...spot, by_hand: true }]),
      );
      steps.moved({ before, after, words: moveLabel(store.getState().draft, ids), whole: false });
      layout.put(after);
    },
    keepLayout: (positions, relayout) => {
      const before = store.getState().positions;
      const kept = Object.entries(positions).filter(([id]) => relayout || !own(before, id)?.by_hand);
      const after = Object.fromEntries(kept.map(([id, spot]) => [id, { ...spot, by_hand: false }]));
      const mayStore = whyNot(store) === null;
      if (relayout && mayStore) steps.moved({ before, after, words: "Laid out again", whole: true });
      layout.put(after, { store: mayStore, whole: relayout });
    },
    carry: (positions) => {
      const before = store.getState().positions;
      const spots = Object.entries(positions).map(
        ([id, spot]) => [id, { ...spot, by_hand: own(before, id)?.by_hand ?? false }] as const,
      );
      layout.put(Object.fromEntries(spots), { store: whyNot(store) === null });
    },
    lookAt,
  };
}
