import { autocompletion } from "@codemirror/autocomplete";
import { forceParsing } from "@codemirror/language";
import { forceLinting } from "@codemirror/lint";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { parseJson } from "../../api/exact";
import { postJson } from "../../api/http";
import type { DraftProblems, Violation } from "../../api/types";
import { urls } from "../../api/urls";
import { loadCatalog } from "../catalog";
import type { EditorStore } from "../store";
import { completions } from "./completion";
import { documentText } from "./documentText";
import { type Finding, findingAt } from "./findings";
import { marks, recheck } from "./lint";
import { nodeAt } from "./places";
import { jsonSetup } from "./setup";
import { textChange } from "./textChange";
import { useCode } from "./useCode";

const PARSE_MS = 500;

/** A key that is used up here, whatever comes of it. */
const handled = (act: () => void) => () => {
  act();
  return true;
};

/**
 * The text on the screen and what it was made from. While it is the draft as it is, it follows the draft;
 * once something is written in it, it stays as it is until it is stored or dropped.
 */
export class CodeDesk {
  private readonly view: EditorView;
  private readonly writable = new Compartment();
  private readonly completing = new Compartment();
  /** The draft's text at the version that this text was made from. */
  private origin: { text: string; version: number };
  private taking = false;
  private refused: Violation[] | null = null;
  private readonly stopListening: () => void;

  constructor(
    private readonly store: EditorStore,
    parent: HTMLElement,
    onStore: () => void,
  ) {
    const { draft } = store.getState();
    this.origin = { text: documentText(draft), version: draft.version };
    const { kept } = useCode.getState();
    this.view = new EditorView({
      parent,
      doc: kept?.text ?? this.origin.text,
      extensions: [
        keymap.of([{ key: "Mod-s", preventDefault: true, run: handled(onStore) }]),
        jsonSetup(),
        this.writable.of([]),
        this.completing.of([]),
        marks({
          refused: () => this.refused,
          isStored: () => useCode.getState().kept === null,
          problems: () => store.getState().problems,
          check: (text) => postJson<DraftProblems>(urls.validateDocument(), { document: parseJson(text) }),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.taking) this.wrote();
        }),
      ],
    });
    this.stopListening = store.subscribe((state, before) => {
      if (state.draft !== before.draft) this.follow();
      if (state.problems !== before.problems) this.look();
      if (state.reveal !== before.reveal && state.revealed !== null) this.show(state.revealed);
    });
    void this.complete();
    this.view.focus();
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  setWritable(writable: boolean): void {
    this.view.dispatch({ effects: this.writable.reconfigure(EditorState.readOnly.of(!writable)) });
  }

  /** Shows why the server refused the text, at its places, until it is changed. */
  refuse(violations: Violation[]): Finding[] {
    this.refused = violations.length > 0 ? violations : null;
    // Of a long text only what was in sight has been read so far.
    forceParsing(this.view, this.view.state.doc.length, PARSE_MS);
    this.look();
    return violations.map((one) => findingAt(this.view.state, one));
  }

  /** Puts the cursor where it is now: the text may have been changed since it was refused. */
  go(violation: Violation): void {
    const anchor = findingAt(this.view.state, violation).from;
    this.view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    this.view.focus();
  }

  /** The text was stored as `sent`: the draft is now what the store holds. */
  stored(sent: string, seen: number): void {
    const { draft } = this.store.getState();
    // What was written meanwhile stays. If others' changes came in with it, it is still made from what was seen.
    if (this.text !== sent) {
      const alone = draft.version <= seen + 1;
      if (alone) this.origin = { text: documentText(draft), version: draft.version };
      useCode.setState({ kept: { text: this.text, version: alone ? draft.version : seen } });
      return;
    }
    this.drop(false);
  }

  /** Back to the draft as it is. With `undoable` the text can be brought back by undoing in here. */
  drop(undoable: boolean): void {
    this.refused = null;
    useCode.setState({ kept: null });
    this.take(undoable);
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  destroy(): void {
    this.stopListening();
    this.view.destroy();
  }

  /** What a list leads to is shown in the text as it would be on the canvas. */
  private show(id: string): void {
    const place = nodeAt(this.view.state, id);
    if (!place) return;
    this.view.dispatch({
      selection: { anchor: place.from },
      effects: EditorView.scrollIntoView(place.from, { y: "center" }),
    });
  }

  private wrote(): void {
    this.refused = null;
    const { text } = this;
    const { kept } = useCode.getState();
    const version = kept?.version ?? this.origin.version;
    const isOrigin = this.origin.version === version && text === this.origin.text;
    useCode.setState({ kept: isOrigin ? null : { text, version } });
    // Written back to what it was: nothing holds it to an old version any more.
    if (isOrigin) this.follow();
  }

  private follow(): void {
    if (useCode.getState().kept === null) this.take(false);
  }

  private take(undoable: boolean): void {
    const { draft } = this.store.getState();
    this.origin = { text: documentText(draft), version: draft.version };
    if (this.text !== this.origin.text) {
      this.taking = true;
      this.view.dispatch({
        changes: textChange(this.text, this.origin.text),
        annotations: Transaction.addToHistory.of(undoable),
      });
      this.taking = false;
    }
    this.look();
  }

  private look(): void {
    this.view.dispatch({ effects: recheck.of(null) });
    forceLinting(this.view);
  }

  private async complete(): Promise<void> {
    try {
      const catalog = await loadCatalog();
      const ids = () => [...this.store.getState().draft.nodes.keys()];
      const source = completions(catalog, ids);
      this.view.dispatch({
        effects: this.completing.reconfigure(autocompletion({ icons: false, override: [source] })),
      });
    } catch {
      // Without the catalog one writes without help.
    }
  }
}
