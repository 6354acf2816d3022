import type { KeyboardEvent } from "react";
import { ARROWS, type Direction, neighbour } from "../../graph/neighbour";
import { own } from "../../own";
import { useEditorParts, useMayEdit } from "../context";
import { focusNode } from "./looks";
import { canvasUi } from "./ui";

const STEP = 20;
const WAYS: Record<Direction, { x: number; y: number }> = {
  left: { x: -STEP, y: 0 },
  right: { x: STEP, y: 0 },
  up: { x: 0, y: -STEP },
  down: { x: 0, y: STEP },
};

/**
 * The keys of a node that has the focus: arrows walk, with Shift they select on the way, with Alt they move
 * what is selected; Space adds to the selection, Enter opens the inspector.
 */
export function useCanvasKeys() {
  const { store, commands } = useEditorParts();
  const editor = { store, commands };
  const mayEdit = useMayEdit();
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || target.closest("input, button")) return;
    const id = target.closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (!id) return;
    const { selection, select, inspect } = store.getState();
    const { layout, places, structure } = canvasUi(store).getState();
    if (event.key === "Enter") {
      event.preventDefault();
      inspect(id);
    } else if (event.key === " ") {
      event.preventDefault();
      const next = new Set(selection);
      if (!next.delete(id)) next.add(id);
      select(next);
    }
    const direction = ARROWS[event.key];
    if (!direction || !layout || !structure) return;
    event.preventDefault();
    if (event.altKey) {
      if (!mayEdit) return;
      const by = WAYS[direction];
      const ids = selection.has(id) ? [...selection] : [id];
      const moved = ids.flatMap((one) => {
        const place = own(places, one);
        return place ? [[one, { x: place.x + by.x, y: place.y + by.y }] as const] : [];
      });
      commands.move(Object.fromEntries(moved));
      return;
    }
    const next = neighbour(id, direction, layout.boxes, structure.edges);
    if (next === null) return;
    if (event.shiftKey) select([...selection, id, next]);
    focusNode(editor, next);
  };
}
