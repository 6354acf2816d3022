import type { DragEvent } from "react";
import { KIND_NAMES, KindIcon, kindWord } from "../../nodes/kinds";
import { KIND_TYPE } from "../canvas/dropping";
import { addNode } from "../canvas/edits";
import { canvasUi } from "../canvas/ui";
import { type Editor, useEditorParts } from "../context";

/** How much of the canvas it covers, with the gap beside it. */
export const PALETTE_WIDTH = 76;

/** In the middle of what is in view, where nothing else was chosen. */
function addToView(editor: Editor, kind: string): void {
  const { stage, layout } = canvasUi(editor.store).getState();
  const middle = stage?.middle();
  const free = middle && layout && Object.keys(layout.boxes).length > 0;
  void addNode(editor, free ? { kind, at: { x: middle.x - 104, y: middle.y - 31 } } : { kind });
}

function onDragStart(event: DragEvent, kind: string): void {
  event.dataTransfer.setData(KIND_TYPE, kind);
  event.dataTransfer.setData("text/plain", kindWord(kind));
  event.dataTransfer.effectAllowed = "copy";
}

/** The kinds of nodes: to be dragged onto the canvas, or pressed to add one to what is in view. */
export function Palette() {
  const editor = useEditorParts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields, but buttons that belong together
    <div className="palette" role="group" aria-label="Add a node">
      {KIND_NAMES.map((kind) => (
        <button
          key={kind}
          type="button"
          draggable
          className="palette-kind"
          title={`${kindWord(kind)}: drag it onto the canvas`}
          onDragStart={(event) => onDragStart(event, kind)}
          onClick={() => addToView(editor, kind)}
        >
          <KindIcon kind={kind} size={18} />
          <span>{kindWord(kind)}</span>
        </button>
      ))}
    </div>
  );
}
