import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { nonce } from "../../ui/nonce";
import { colours } from "../code/colours";

interface Options {
  parent: HTMLElement;
  text: string;
  onChange(text: string): void;
  onSave?(): void;
}

/** A few lines of JSON with colours. Its undo is its own; Tab leaves it, as it leaves every field. */
export class JsonBlock {
  private readonly view: EditorView;
  private readonly attributes = new Compartment();
  private readonly writable = new Compartment();
  private taking = false;

  constructor({ parent, text, onChange, onSave }: Options) {
    const save = () => {
      onSave?.();
      return onSave !== undefined;
    };
    this.view = new EditorView({
      parent,
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce()),
        EditorState.tabSize.of(2),
        this.attributes.of([]),
        this.writable.of([]),
        EditorView.lineWrapping,
        history(),
        indentOnInput(),
        bracketMatching(),
        json(),
        colours,
        keymap.of([{ key: "Mod-s", preventDefault: true, run: save }, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.taking) onChange(update.state.doc.toString());
        }),
      ],
    });
  }

  setAttributes(attributes: Record<string, string>): void {
    const of = EditorView.contentAttributes.of({ ...attributes, spellcheck: "false" });
    this.view.dispatch({ effects: this.attributes.reconfigure(of) });
  }

  setWritable(writable: boolean): void {
    this.view.dispatch({ effects: this.writable.reconfigure(EditorState.readOnly.of(!writable)) });
  }

  /** Shows what came from outside; nothing to undo in here. */
  setText(text: string): void {
    if (this.view.state.doc.toString() === text) return;
    this.taking = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      annotations: Transaction.addToHistory.of(false),
    });
    this.taking = false;
  }

  /** Puts the cursor at a place in the text. */
  focusAt(offset: number): void {
    const at = Math.min(offset, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}
