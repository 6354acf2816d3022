import type { Edge, OnConnectStartParams, ReactFlowInstance } from "@xyflow/react";
import { useEffect, useMemo, useRef } from "react";
import type { Point } from "../../graph/geometry";
import { nodeAt } from "../../graph/hit";
import { type Editor, useEditorParts } from "../context";
import { beginConnecting, dropOn, dropOnNothing, moveConnecting, stopConnecting } from "./connecting";
import { around } from "./holders";
import { canvasUi, useCanvasUi } from "./ui";

function pointerOf(event: MouseEvent | TouchEvent): Point {
  const touch = "changedTouches" in event ? event.changedTouches[0] : undefined;
  const { clientX, clientY } = touch ?? (event as MouseEvent);
  return { x: clientX, y: clientY };
}

/** What an edge from `node` would be dropped on; not what holds that node: its inside is canvas to it. */
function targetAt(editor: Editor, node: string, point: Point): string | null {
  const { layout } = canvasUi(editor.store).getState();
  const found = layout ? nodeAt(layout, point) : null;
  return found !== null && around(editor.store.getState().draft, node).includes(found) ? null : found;
}

/** Follows the pointer while an edge is drawn: what is under it, and what becomes of it. */
function follow(editor: Editor, toCanvas: (point: Point) => Point): () => void {
  const onMove = (event: MouseEvent | TouchEvent) => {
    const { connecting } = canvasUi(editor.store).getState();
    if (!connecting) return;
    const at = pointerOf(event);
    moveConnecting(editor, targetAt(editor, connecting.node, toCanvas(at)), at);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    stopConnecting(editor);
  };
  document.addEventListener("mousemove", onMove);
  document.addEventListener("touchmove", onMove);
  document.addEventListener("keydown", onKey, true);
  return () => {
    document.removeEventListener("mousemove", onMove);
    document.removeEventListener("touchmove", onMove);
    document.removeEventListener("keydown", onKey, true);
  };
}

/** What React Flow calls while an edge is drawn from a handle, or moved by one of its ends. */
export function useConnecting({ screenToFlowPosition }: ReactFlowInstance) {
  const editor = useEditorParts();
  const active = useCanvasUi((state) => state.connecting !== null);
  const moved = useRef<string | null>(null);
  useEffect(
    () => (active ? follow(editor, screenToFlowPosition) : undefined),
    [active, editor, screenToFlowPosition],
  );
  return useMemo(
    () => ({
      onReconnectStart: (_event: unknown, edge: Edge) => {
        moved.current = edge.id;
      },
      onConnectStart: (_event: unknown, { nodeId, handleType }: OnConnectStartParams) => {
        if (nodeId === null || handleType === null) return;
        beginConnecting(editor, nodeId, handleType, moved.current);
        moved.current = null;
      },
      onConnectEnd: (event: MouseEvent | TouchEvent) => {
        const { connecting, stage } = canvasUi(editor.store).getState();
        stopConnecting(editor);
        if (!connecting || !stage) return;
        const at = pointerOf(event);
        const over = targetAt(editor, connecting.node, screenToFlowPosition(at));
        if (over === null) dropOnNothing(editor, connecting, stage.placeAt(at), at);
        else dropOn(editor, connecting, over, at);
      },
      /** Whatever is dropped is dealt with above. */
      isValidConnection: () => false,
      onReconnect: () => undefined,
    }),
    [editor, screenToFlowPosition],
  );
}
