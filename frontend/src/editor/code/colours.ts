import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const CLASSES: Record<string, Decoration> = {
  PropertyName: Decoration.mark({ class: "json-name" }),
  String: Decoration.mark({ class: "json-text" }),
  Number: Decoration.mark({ class: "json-plain" }),
  True: Decoration.mark({ class: "json-plain" }),
  False: Decoration.mark({ class: "json-plain" }),
  Null: Decoration.mark({ class: "json-plain" }),
};

function marked(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const mark = CLASSES[node.name];
        if (mark) marks.add(node.from, node.to, mark);
      },
    });
  }
  return marks.finish();
}

/** Names, texts and the rest in colours of the page's own, which both themes have. */
export const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marked(view);
    }

    update(update: ViewUpdate) {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || parsed) this.decorations = marked(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
