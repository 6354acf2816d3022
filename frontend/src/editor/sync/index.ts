import type { ChangePage, ChangeResult, DraftView, LayoutView } from "../../api/types";
import { urls } from "../../api/urls";
import type { Editor } from "../context";
import { createEditorStore, type Saving } from "../store";
import { createCommands } from "./commands";
import { GraphClient } from "./graphClient";
import { Halting } from "./halting";
import { InStep } from "./inStep";
import { LayoutKeeper } from "./layoutKeeper";
import { listen } from "./listening";
import { Others } from "./others";
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

/** What goes with changes that came by a detour is read when they have stopped coming for so long. */
const READ_AGAIN_MS = 1_000;

/** One draft as this page shows and changes it. `view` is what the page was loaded with. */
export function createEditor(view: DraftView, wires: Wires = browserWires): LiveEditor {
  const { slug } = view;
  const store = createEditorStore(view);
  const others = new Others(view.me.id, (text) => wires.say("info", text));
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

  let readTimer: ReturnType<typeof setTimeout> | undefined;
  const readAgainSoon = () => {
    clearTimeout(readTimer);
    readTimer = setTimeout(() => {
      inStep.needs("draft");
      inStep.catchUp().catch(() => undefined);
    }, READ_AGAIN_MS);
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
    onChanges: (changes) => others.saw(changes),
    onElsewhere: readAgainSoon,
  });
  const client = new GraphClient({
    store,
    inStep,
    layout,
    openSocket: (after) => wires.openSocket(`/ws/graphs/${encodeURIComponent(slug)}/?after=${after}`),
    fetchLayout: () => wires.read<LayoutView>(urls.layout(slug)),
    onConnection: (connection) => {
      store.getState().setConnection(connection);
      if (connection === "live") outbox.nudge();
      if (connection === "denied") void halting.denied();
    },
    onDetour: readAgainSoon,
    random: wires.random,
  });
  const outbox: Outbox = new Outbox({
    send: async ({ method, url, body }, key) => {
      try {
        const result = await wires.send<ChangeResult>(method, url, body, { key });
        halting.answered();
        // The server is there again: the socket need not wait for its next try.
        client.nudge();
        return result;
      } catch (error) {
        // Whoever was cut off looks what the others did meanwhile before writing again.
        if (mayComeBack(asProblem(error))) inStep.needs("changes");
        throw error;
      }
    },
    version: () => inStep.version,
    catchUp: () => {
      if (!client.isFresh && store.getState().connection !== "connecting") inStep.needs("changes");
      return inStep.catchUp();
    },
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
    hasUnsent: () => !outbox.isEmpty || !layout.isStored,
    stopSending: () => {
      outbox.halt();
      saving = outbox.isEmpty ? "stored" : "waiting";
      tellSaving();
    },
    take: (fresh) => inStep.takeDraft(fresh),
    goOn: () => {
      if (store.getState().connection === "denied") client.start();
      outbox.release();
      void layout.flush();
    },
    fetchDraft,
    renewToken: wires.renewToken,
  });

  let stopListening = () => {};
  return {
    store,
    commands: createCommands({
      store,
      outbox,
      steps,
      layout,
      say: wires.say,
      lookAt: (node) => client.look(node),
    }),
    start: () => {
      stopListening();
      stopListening = listen(store, {
        back: () => {
          const { connection, halt } = store.getState();
          if (connection === "denied" && !halt) client.start();
          else client.nudge();
          outbox.nudge();
          void layout.flush();
          void halting.retry();
        },
        away: () => void layout.flush(true),
      });
      client.start();
      outbox.start();
    },
    stop: () => {
      stopListening();
      clearTimeout(readTimer);
      others.stop();
      client.stop();
      outbox.stop();
      void layout.flush(true);
    },
    retry: () => void halting.retry(),
    giveUp: () => {
      outbox.drop("given_up", "It was given up.");
      layout.drop();
      halting.gaveUp();
    },
  };
}
