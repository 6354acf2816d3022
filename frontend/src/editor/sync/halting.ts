import { ApiProblem } from "../../api/http";
import type { DraftView } from "../../api/types";
import type { EditorStore, Halt } from "../store";

interface HaltingOptions {
  store: EditorStore;
  hasUnsent(): boolean;
  stopSending(): void;
  take(view: DraftView): void;
  goOn(): void;
  fetchDraft(): Promise<DraftView>;
  renewToken(): Promise<void>;
}

const REASONS: Record<number, Halt> = { 401: "signed_out", 403: "forbidden", 404: "gone" };

/**
 * When the server turns this person away, everything stops and stays: what was not stored is listed.
 * It goes on when the same person may edit again, and never in another person's name.
 */
export class Halting {
  private mended = false;
  private asking = false;

  constructor(private readonly options: HaltingOptions) {}

  halt(problem: ApiProblem): void {
    this.set(REASONS[problem.status] ?? "forbidden");
    // The page then shows what the person still may do.
    if (problem.status === 403) void this.look().catch(() => undefined);
  }

  /** The socket turned this person away: finds out why. */
  async denied(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      if (error instanceof ApiProblem && REASONS[error.status]) this.set(REASONS[error.status] as Halt);
    }
  }

  /** Nothing is left that could not be stored. Who may only look goes on looking. */
  gaveUp(): void {
    const { store, goOn } = this.options;
    if (store.getState().halt !== "forbidden") return;
    store.getState().setHalt(null);
    goOn();
  }

  /** A request was answered: whatever was mended works. */
  answered(): void {
    this.mended = false;
  }

  /** A page that was open while its person signed in anew has an old token; it is renewed, once. */
  async mend(problem: ApiProblem): Promise<boolean> {
    if (problem.status !== 403 || problem.code !== "permission_denied" || this.mended) return false;
    this.mended = true;
    return this.options.renewToken().then(
      () => true,
      () => false,
    );
  }

  /** Looks whether it can go on. */
  async retry(): Promise<void> {
    const { store, hasUnsent, renewToken, goOn } = this.options;
    if (store.getState().halt === null || this.asking) return;
    this.asking = true;
    try {
      const view = await this.look();
      if (!view) return;
      if (!view.may.edit && hasUnsent()) this.set("forbidden");
      else {
        await renewToken();
        this.mended = false;
        store.getState().setHalt(null);
        goOn();
      }
    } catch (error) {
      // Unreachable now; the next look or try asks again.
      if (error instanceof ApiProblem && REASONS[error.status]) this.set(REASONS[error.status] as Halt);
    } finally {
      this.asking = false;
    }
  }

  /** The draft as this person sees it now; null when it is another person. */
  private async look(): Promise<DraftView | null> {
    const { store, fetchDraft, take } = this.options;
    const view = await fetchDraft();
    if (view.me.id !== store.getState().me.id) {
      this.set("someone_else");
      return null;
    }
    take(view);
    return view;
  }

  private set(halt: Halt): void {
    this.options.stopSending();
    this.options.store.getState().setHalt(halt);
  }
}
