import type { ApiProblem } from "../../api/http";
import type {
  ChangeLine,
  ChangePage,
  ChangeResult,
  ChangeView,
  DraftProblems,
  DraftView,
  GraphUpdate,
} from "../../api/types";
import type { EditorStore } from "../store";
import type { LayoutKeeper } from "./layoutKeeper";
import type { Steps } from "./steps";

/** What the page lacks: some changes, the whole draft, or the draft of a server that went back in time. */
type Lack = "nothing" | "changes" | "draft" | "other_draft";
const GRAVITY: Lack[] = ["nothing", "changes", "draft", "other_draft"];

export interface InStepOptions {
  store: EditorStore;
  steps: Steps;
  layout: LayoutKeeper;
  fetchDraft(): Promise<DraftView>;
  fetchChanges(after: number): Promise<ChangePage>;
  /** Whether a change of ours is on its way: its news may come over the socket before its answer. */
  isAsking(): boolean;
  /** Changes that have just come, once each and in order. */
  onChanges(changes: readonly ChangeLine[]): void;
  /** This person changed something in another tab. */
  onElsewhere(): void;
}

/**
 * Keeps the page's draft in step with the server's, whichever way the news come: as the answer to a
 * change, over the socket, or fetched. Every change is taken once.
 */
export class InStep {
  private lack: Lack = "nothing";
  /** Problems belong to a version: an answer may be overtaken by newer ones from the socket. */
  private problemsVersion: number;
  private catching: Promise<void> | null = null;
  /** The last problems on the socket, which leaves them out when they stay as they were there. */
  private streamed: DraftProblems;

  constructor(private readonly options: InStepOptions) {
    this.problemsVersion = this.version;
    this.streamed = options.store.getState().problems;
  }

  get version(): number {
    return this.options.store.getState().draft.version;
  }

  needs(lack: Lack): void {
    if (GRAVITY.indexOf(lack) > GRAVITY.indexOf(this.lack)) this.lack = lack;
  }

  /** Fetches what is lacking. Fails like a request; what is lacking is then still known. */
  catchUp(): Promise<void> {
    this.catching ??= this.fetchLacking().finally(() => {
      this.catching = null;
    });
    return this.catching;
  }

  /** What a refusal tells about the page's own version. */
  refused({ code, version }: ApiProblem): void {
    if (code === "graph_archived") this.needs("draft");
    else if (version !== null && version > this.version) this.needs("changes");
    else if (version !== null && version < this.version && code === "wrong_version")
      this.needs("other_draft");
    // Whatever is sent next catches up first; this is so that the person sees it now.
    this.catchUp().catch(() => undefined);
  }

  private async fetchLacking(): Promise<void> {
    while (this.lack !== "nothing") {
      const { lack, version } = this;
      this.lack = "nothing";
      try {
        if (lack === "changes") this.takePage(await this.options.fetchChanges(this.version));
        else {
          const view = await this.options.fetchDraft();
          // An answer of ours that came meanwhile is no sign that the server went back.
          this.takeDraft(view, lack === "other_draft" && view.version < version);
        }
      } catch (error) {
        this.needs(lack);
        throw error;
      }
    }
  }

  private takePage(page: ChangePage): void {
    if (page.version < this.version) this.needs("other_draft");
    else if (!this.takeChanges(page.changes) || this.version < page.version) this.needs("draft");
  }

  takeDraft(view: DraftView, back = false): void {
    const { store, steps, layout } = this.options;
    const before = this.version;
    if (back) {
      store.setState((state) => ({ draft: { ...state.draft, version: -1 }, layoutVersion: -1 }));
    } else if (view.version < before) return;
    store.getState().takeDraft(view);
    layout.keepOwn();
    this.problemsVersion = view.version;
    this.streamed = view.problems;
    this.news(view.changes.filter((line) => line.version > before));
    steps.served(view.undo, view.redo);
  }

  /** The answer to a change. It counts even if what else there is cannot be fetched now. */
  async takeResult(result: ChangeResult): Promise<void> {
    if (result.reset || !this.takeChanges(result.changes)) {
      this.needs(result.reset ? "draft" : "changes");
      await this.catchUp().catch(() => undefined);
    } else this.takeProblems(result.problems, result.version);
    this.options.steps.served(result.undo, result.redo);
  }

  /** News of the socket. False when something before them is missing; nothing is taken then. */
  takeUpdate(update: GraphUpdate): boolean {
    const { store, layout } = this.options;
    if (update.from > this.version) return false;
    // A draft that nobody had changed yet is another one after a revision was imported past it.
    if (this.version === 0 && update.base_revision !== store.getState().baseRevision) {
      this.needs("draft");
      this.catchUp().catch(() => undefined);
      return true;
    }
    if (!this.takeChanges(update.changes)) return false;
    this.streamed = update.problems ?? this.streamed;
    // Without problems they are those told before, unless an answer told those of this very version.
    if (update.problems || update.to > this.problemsVersion) this.takeProblems(this.streamed, update.to);
    if (update.layout) layout.take(update.layout);
    store.getState().takeRevisions(update.base_revision, update.latest_revision, update.clean_version);
    return true;
  }

  /** False when one in between is missing. */
  takeChanges(changes: readonly ChangeView[]): boolean {
    const before = this.version;
    const whole = this.options.store.getState().takeChanges(changes);
    this.news(changes.filter(({ version }) => version > before && version <= this.version));
    return whole;
  }

  private takeProblems(problems: DraftProblems, version: number): void {
    if (version < this.problemsVersion || version < this.version) return;
    this.problemsVersion = version;
    this.options.store.getState().takeProblems(problems);
  }

  private news(changes: readonly ChangeLine[]): void {
    if (changes.length === 0) return;
    const me = this.options.store.getState().me.id;
    const own = changes.filter(({ author }) => author.id === me);
    for (const change of own) this.options.steps.saw(change);
    if (own.length > 0 && !this.options.isAsking()) this.options.onElsewhere();
    this.options.onChanges(changes);
  }
}
