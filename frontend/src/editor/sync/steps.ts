import type { ChangeLine, Position } from "../../api/types";

/** Where nodes stand; null: nobody said so yet. */
export type Spots = Record<string, Position | null>;

/** Nodes that were moved in this tab. */
export interface Moves {
  before: Spots;
  after: Spots;
  words: string;
  /** Everything was laid out again: positions that are not named are forgotten. */
  whole: boolean;
}

interface MoveStep {
  kind: "moves";
  at: number;
  moves: Moves;
}

/** A change of the draft by this person. Without versions it is on its way to the server. */
export interface ChangeStep {
  kind: "change";
  at: number;
  versions: number[];
}

type Step = MoveStep | ChangeStep;

const KEPT = 200;
const UNDOABLE = ["edit", "document", "discard", "restore"];

/**
 * What this person did last, moves and changes in one order, so that one key takes back whichever it was.
 *
 * Changes are undone by the server, which knows them across tabs and reloads; here stands only where
 * moves come between them. Moves are known in this tab alone.
 */
export class Steps {
  private done: Step[] = [];
  private undone: Step[] = [];
  /** Own changes that came while one was on its way: it may be that one, or another tab's. */
  private held: number[] = [];
  private clock = 0;
  private words: { undo: string | null; redo: string | null } = { undo: null, redo: null };

  constructor(private readonly tell: (undo: string | null, redo: string | null) => void) {}

  /** A moment; see `movesBefore`. */
  now(): number {
    this.clock += 1;
    return this.clock;
  }

  /** What the server would undo and redo, in words. */
  served(undo: string | null, redo: string | null): void {
    this.words = { undo, redo };
    // What the server no longer knows must not stand in the way of a move before it.
    if (undo === null && !this.someOnTheirWay()) this.done = this.done.filter(({ kind }) => kind === "moves");
    if (redo === null) this.undone = this.undone.filter(({ kind }) => kind === "moves");
    this.announce();
  }

  /** The server says that this is nothing to it. */
  get serverUndo(): string | null {
    return this.words.undo;
  }

  get serverRedo(): string | null {
    return this.words.redo;
  }

  moved(moves: Moves): void {
    this.push({ kind: "moves", at: this.now(), moves });
    this.undone = this.undone.filter((step) => step.kind === "change");
    this.announce();
  }

  /** A change is on its way; it has its place among the moves from now on. */
  expect(): ChangeStep {
    const step: ChangeStep = { kind: "change", at: this.now(), versions: [] };
    this.push(step);
    return step;
  }

  /** What became of it; null: it was refused, or changed nothing. */
  settled(step: ChangeStep, version: number | null): void {
    if (version === null) this.done = this.done.filter((one) => one !== step);
    else {
      step.versions = [version];
      this.undone = [];
      this.held = this.held.filter((one) => one !== version);
    }
    if (!this.someOnTheirWay()) for (const one of this.held.splice(0)) this.add(one);
    this.announce();
  }

  /** A change by this person, from this tab or another. */
  saw({ version, kind, of }: Pick<ChangeLine, "version" | "kind" | "of">): void {
    if (kind === "undo") this.takenBack(of);
    else if (kind === "redo") this.stands(of);
    else if (UNDOABLE.includes(kind) && !this.knows(version)) {
      if (this.someOnTheirWay()) this.held.push(version);
      else this.add(version);
    }
    this.announce();
  }

  /** Whether a move is what was done last before the moment `at`. */
  movesBefore(at: number): boolean {
    return this.lastBefore(at)?.kind === "moves";
  }

  /** Takes the last moves before `at` off the list; the caller puts the nodes back. */
  undoMoves(at: number): Moves | null {
    const step = this.lastBefore(at);
    if (step?.kind !== "moves") return null;
    this.done = this.done.filter((one) => one !== step);
    this.undone.push(step);
    this.announce();
    return step.moves;
  }

  get redoIsMoves(): boolean {
    return this.undone.at(-1)?.kind === "moves";
  }

  redoMoves(): Moves | null {
    const step = this.undone.at(-1);
    if (step?.kind !== "moves") return null;
    this.undone.pop();
    this.push({ ...step, at: this.now() });
    this.announce();
    return step.moves;
  }

  private lastBefore(at: number): Step | undefined {
    return this.done.findLast((step) => step.at < at);
  }

  private add(version: number): void {
    this.push({ kind: "change", at: this.now(), versions: [version] });
    this.undone = [];
  }

  /** This person gave up on undoing this change. */
  forget(version: number): void {
    this.done = this.done.filter((step) => step.kind === "moves" || !step.versions.includes(version));
    this.announce();
  }

  private takenBack(versions: readonly number[]): void {
    const gone = new Set(versions);
    this.held = this.held.filter((version) => !gone.has(version));
    this.done = this.done.filter((step) => {
      if (step.kind === "moves" || step.versions.length === 0) return true;
      step.versions = step.versions.filter((version) => !gone.has(version));
      return step.versions.length > 0;
    });
    this.undone.push({ kind: "change", at: this.now(), versions: [...versions] });
  }

  private stands(versions: readonly number[]): void {
    const at = this.undone.findLastIndex((step) => step.kind === "change");
    const [step] = at < 0 ? [] : this.undone.splice(at, 1);
    const again = step?.kind === "change" ? step.versions : [...versions];
    this.push({ kind: "change", at: this.now(), versions: again });
  }

  private knows(version: number): boolean {
    return (
      this.held.includes(version) ||
      this.done.some((step) => step.kind === "change" && step.versions.includes(version))
    );
  }

  private someOnTheirWay(): boolean {
    return this.done.some((step) => step.kind === "change" && step.versions.length === 0);
  }

  private push(step: Step): void {
    this.done.push(step);
    if (this.done.length > KEPT) this.done.shift();
  }

  private announce(): void {
    const last = this.done.at(-1);
    const next = this.undone.at(-1);
    this.tell(
      last?.kind === "moves" ? last.moves.words : this.words.undo,
      next?.kind === "moves" ? next.moves.words : this.words.redo,
    );
  }
}
