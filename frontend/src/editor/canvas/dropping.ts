import type { DragEvent } from "react";
import type { Editor } from "../context";
import { addNode } from "./edits";
import { canvasUi } from "./ui";

/** What a palette's item carries while it is dragged. */
export const KIND_TYPE = "application/x-trackside-kind";

/** Taking what is dragged from the palette: a node of that kind where it is let go, in what is there. */
export function dropHandlers(editor: Editor) {
  const ui = canvasUi(editor.store);
  const stop = () => ui.setState({ dropping: null });
  return {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(KIND_TYPE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      const team = ui.getState().stage?.placeAt({ x: event.clientX, y: event.clientY }).team ?? null;
      if (team !== ui.getState().dropping) ui.setState({ dropping: team });
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Element | null)) stop();
    },
    onDrop: (event: DragEvent) => {
      const kind = event.dataTransfer.getData(KIND_TYPE);
      const place = ui.getState().stage?.placeAt({ x: event.clientX, y: event.clientY });
      stop();
      if (!kind || !place) return;
      event.preventDefault();
      void addNode(editor, { kind, team: place.team, at: place.at });
    },
  };
}
