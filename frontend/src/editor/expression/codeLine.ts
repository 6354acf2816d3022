import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import { Decoration, EditorView, keymap, MatchDecorator, placeholder, ViewPlugin } from "@codemirror/view";
import type { ScopePath } from "../../api/types";
import { nonce } from "../../ui/nonce";
import { pathStart } from "./names";

const TOKENS =
  /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\b(?:value|run|index)\b|\b(?:true|false|null|in)\b|\b\d[\w.]*/g;

function classOf(token: string): string {
  if (/^["']/.test(token)) return "cel-text";
  return /^(value|run|index)$/.test(token) ? "cel-name" : "cel-plain";
}

const decorator = new MatchDecorator({
  regexp: TOKENS,
  decoration: (match) => Decoration.mark({ class: classOf(match[0]) }),
});

const colours = ViewPlugin.define(
  (view) => ({
    marks: decorator.createDeco(view),
    update(update) {
      this.marks = decorator.updateDeco(update, this.marks);
    },
  }),
  { decorations: (plugin) => plugin.marks },
);

/** What is pasted stays on one line. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replace(/\s*\n\s*/g, " ");
  const change = { from: 0, to: transaction.startState.doc.length, insert: text };
  return { changes: change, selection: { anchor: text.length }, userEvent: "input.paste" };
});

export interface LineOptions {
  parent: HTMLElement;
  text: string;
  hint: string;
  onChange(text: string): void;
  onEnter(): void;
  names(): readonly ScopePath[];
}

const WAIT_MS = 100;
const MOST_WAITS = 100;

/** One line of an expression. Its undo is its own: Ctrl-Z in here never reaches the graph. */
export class CodeLine {
  private readonly view: EditorView;
  private readonly attributes = new Compartment();
  private taking = false;

  constructor(private readonly options: LineOptions) {
    this.view = new EditorView({
      parent: options.parent,
      state: EditorState.create({ doc: options.text, extensions: this.extensions() }),
    });
  }

  setAttributes(attributes: Record<string, string>): void {
    const of = EditorView.contentAttributes.of({
      ...attributes,
      "aria-multiline": "false",
      spellcheck: "false",
    });
    this.view.dispatch({ effects: this.attributes.reconfigure(of) });
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

  focus(selection?: { from: number; to: number }): void {
    this.view.focus();
    if (!selection) return;
    const end = this.view.state.doc.length;
    this.view.dispatch({
      selection: { anchor: Math.min(selection.from, end), head: Math.min(selection.to, end) },
    });
  }

  /** Offers names for what stands before the cursor, as if it had just been typed here. */
  offer(): void {
    const { doc, selection } = this.view.state;
    if (pathStart(doc.sliceString(0, selection.main.head)) !== null) startCompletion(this.view);
  }

  destroy(): void {
    this.view.destroy();
  }

  private extensions(): Extension {
    const { onChange, onEnter, hint } = this.options;
    const enter = () => {
      onEnter();
      return true;
    };
    return [
      EditorView.cspNonce.of(nonce()),
      this.attributes.of([]),
      EditorView.lineWrapping,
      oneLine,
      history(),
      closeBrackets(),
      autocompletion({ icons: false, override: [(context) => this.complete(context)] }),
      placeholder(hint),
      colours,
      keymap.of([
        ...completionKeymap,
        { key: "Enter", run: enter },
        ...closeBracketsKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.taking) onChange(update.state.doc.toString());
      }),
    ];
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const before = context.state.doc.sliceString(0, context.pos);
    const from = pathStart(before) ?? (context.explicit ? context.pos : null);
    if (from === null) return null;
    // The names may still be on their way when the first letters are typed.
    for (let waits = 0; this.options.names().length === 0 && waits < MOST_WAITS; waits += 1) {
      if (context.aborted) return null;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    const options = this.options.names().map(({ path, type }) => ({ label: path, detail: type }));
    return { from, options, validFor: /^[\w.[\]"]*$/ };
  }
}
