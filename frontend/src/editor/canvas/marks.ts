import { kindFill } from "../../graph/kindMarks";
import type { Marks } from "../../graph/paint";
import type { EditorStore } from "../store";
import { anyBlocks, problemsOf } from "./nodeProblems";
import { canvasUi } from "./ui";

/** What the editor's nodes show where they are too small for cards. */
export function editorMarks(store: EditorStore): Marks {
  return {
    fill: (id) => kindFill(store.getState().draft.nodes.get(id)?.kind ?? "tool"),
    ring: (id) => {
      const { selection, people, me } = store.getState();
      if (selection.has(id) || canvasUi(store).getState().hovered === id) return "accent";
      const person = people.find((one) => one.node === id && one.id !== me.id);
      return person ? `person-${person.colour}` : null;
    },
    lit: (id) => store.getState().selection.has(id),
    dot: (id) => {
      const found = problemsOf(store.getState().problems).get(id);
      return found ? (anyBlocks(found) ? "failed" : "waiting") : null;
    },
    subscribe: (changed) => {
      const leave = store.subscribe((state, before) => {
        if (
          state.selection !== before.selection ||
          state.people !== before.people ||
          state.problems !== before.problems
        )
          changed();
      });
      const stop = canvasUi(store).subscribe((state, before) => {
        if (state.hovered !== before.hovered) changed();
      });
      return () => {
        leave();
        stop();
      };
    },
  };
}
