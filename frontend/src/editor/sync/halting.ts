import { ApiProblem } from "../../api/http";
import type { DraftView } from "../../api/types";
import type { EditorStore, Halt } from "../store";

interface HaltingOptions {
  store: EditorStore;
  stopSending(): void;
  goOn(view: DraftView): void;
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
    const { store, fetchDraft, renewToken, goOn } = this.options;
    if (store.getState().halt === null || this.asking) return;
    this.asking = true;
    try {
      const view = await fetchDraft();
      if (view.me.id !== store.getState().me.id) this.set("someone_else");
      else if (!view.may.edit) this.set("forbidden");
      else {
        await renewToken();
        this.mended = false;
        store.getState().setHalt(null);
        goOn(view);
      }
    } catch (error) {
      // Unreachable now; the next look or try asks again.
      if (error instanceof ApiProblem && REASONS[error.status]) this.halt(error);
    } finally {
      this.asking = false;
    }
  }

  private set(halt: Halt): void {
    this.options.stopSending();
    this.options.store.getState().setHalt(halt);
  }
}
