import type { ChangePage, ChangeResult, DraftView, LayoutView } from "../../api/types";
import { urls } from "../../api/urls";
import type { Editor } from "../context";
import { createEditorStore, type Saving } from "../store";
import { createCommands } from "./commands";
import { Halting } from "./halting";
import { InStep } from "./inStep";
import { LayoutKeeper } from "./layoutKeeper";
import { asProblem, mayComeBack, Outbox } from "./outbox";
import { Steps } from "./steps";
import { browserWires, type Wires } from "./wires";

export interface LiveEditor extends Editor {
  /** From now on changes are sent and news are taken. */
  start(): void;
  /** The opposite; what waits stays, and `start` goes on with it. */
  stop(): void;
  /** After something was halted: looks whether it can go on. */
  retry(): void;
  /** After something was halted: forgets what was not stored. */
  giveUp(): void;
}

/** One draft as this page shows and changes it. `view` is what the page was loaded with. */
export function createEditor(view: DraftView, wires: Wires = browserWires): LiveEditor {
  const { slug } = view;
  const store = createEditorStore(view);
  const steps = new Steps((undo, redo) => store.getState().takeUndo(undo, redo));
  steps.served(view.undo, view.redo);
  const fetchDraft = () => wires.read<DraftView>(urls.draft(slug));
  const unsent = () => [...outbox.waiting, ...(layout.isStuck ? ["Where nodes were moved to"] : [])];
  let saving: Saving = "stored";
  const tellSaving = () => {
    const told = saving === "stored" && layout.isStuck ? "waiting" : saving;
    const shown = store.getState();
    if (told !== shown.saving) shown.setSaving(told);
    if (told === "waiting") shown.setUnsent(unsent());
    else if (shown.unsent.length > 0) shown.setUnsent([]);
  };

  const layout = new LayoutKeeper({
    store,
    send: (body, keepalive) => wires.send<LayoutView>("PATCH", urls.layout(slug), body, { keepalive }),
    onHalt: (problem) => halting.halt(problem),
    onRefused: (problem) => wires.say("error", `Where the nodes stand was not stored: ${problem.message}`),
    onStuck: tellSaving,
    random: wires.random,
  });
  const inStep: InStep = new InStep({
    store,
    steps,
    layout,
    fetchDraft,
    fetchChanges: (after) => wires.read<ChangePage>(urls.changes(slug, after)),
    isAsking: () => !outbox.isEmpty,
    onChanges: () => undefined,
    onElsewhere: () => undefined,
  });
  const outbox: Outbox = new Outbox({
    send: async ({ method, url, body }, key) => {
      try {
        const result = await wires.send<ChangeResult>(method, url, body, { key });
        halting.answered();
        return result;
      } catch (error) {
        // Whoever was cut off looks what the others did meanwhile before writing again.
        if (mayComeBack(asProblem(error))) inStep.needs("changes");
        throw error;
      }
    },
    version: () => inStep.version,
    catchUp: () => inStep.catchUp(),
    take: (result) => inStep.takeResult(result),
    onSaving: (now) => {
      saving = now;
      tellSaving();
    },
    onHalt: (problem) => halting.halt(problem),
    onRefused: (problem) => inStep.refused(problem),
    mend: (problem) => halting.mend(problem),
    random: wires.random,
  });
  const halting = new Halting({
    store,
    stopSending: () => {
      outbox.halt();
      saving = outbox.isEmpty ? "stored" : "waiting";
      tellSaving();
    },
    goOn: (fresh) => {
      inStep.takeDraft(fresh);
      outbox.release();
      void layout.flush();
    },
    fetchDraft,
    renewToken: wires.renewToken,
  });
  const commands = createCommands({ store, outbox, steps, layout, say: wires.say, lookAt: () => undefined });

  const nudge = () => {
    if (document.visibilityState === "hidden") {
      void layout.flush(true);
      return;
    }
    outbox.nudge();
    void layout.flush();
    void halting.retry();
  };
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  let stopListening = () => {};

  return {
    store,
    commands,
    start: () => {
      stopListening();
      // A page that always asks cannot be kept for going back: it only listens while something waits.
      const unwatch = store.subscribe((state, before) => {
        if (state.saving === before.saving) return;
        if (state.saving === "stored") window.removeEventListener("beforeunload", ask);
        else window.addEventListener("beforeunload", ask);
      });
      window.addEventListener("online", nudge);
      window.addEventListener("focus", nudge);
      document.addEventListener("visibilitychange", nudge);
      stopListening = () => {
        unwatch();
        window.removeEventListener("beforeunload", ask);
        window.removeEventListener("online", nudge);
        window.removeEventListener("focus", nudge);
        document.removeEventListener("visibilitychange", nudge);
      };
      outbox.start();
    },
    stop: () => {
      stopListening();
      outbox.stop();
      void layout.flush(true);
    },
    retry: () => void halting.retry(),
    giveUp: () => outbox.drop("given_up", "It was given up."),
  };
}
