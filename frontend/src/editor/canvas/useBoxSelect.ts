import { type PointerEvent as Press, useRef, useState } from "react";
import { type Box, type Layout, touching } from "../../graph/geometry";
import { useEditorParts } from "../context";
import { canvasUi } from "./ui";
import { isGround } from "./usePointing";

const LEAST = 4;

/** The nodes inside a box: cards that it touches, and frames that are wholly in it. */
function inside(layout: Layout, box: Box): string[] {
  return Object.entries(layout.boxes).flatMap(([id, one]) => {
    const whole =
      one.x >= box.x &&
      one.y >= box.y &&
      one.x + one.width <= box.x + box.width &&
      one.y + one.height <= box.y + box.height;
    return (layout.corners[id] ? whole : touching(one, box)) ? [id] : [];
  });
}

/**
 * Selecting with Shift and a box drawn over the canvas, at any zoom. The box is in the coordinates of the
 * page; null while none is drawn.
 */
export function useBoxSelect(toCanvas: (point: { x: number; y: number }) => { x: number; y: number }) {
  const { store } = useEditorParts();
  const [box, setBox] = useState<Box | null>(null);
  const from = useRef<{ x: number; y: number; before: ReadonlySet<string> } | null>(null);

  const boxTo = (event: Press): Box | null => {
    const start = from.current;
    if (!start) return null;
    return {
      x: Math.min(start.x, event.clientX),
      y: Math.min(start.y, event.clientY),
      width: Math.abs(event.clientX - start.x),
      height: Math.abs(event.clientY - start.y),
    };
  };

  /** Before the canvas sees them: with Shift, a press on its ground begins a box and not a pan. */
  const onPointerDownCapture = (event: Press) => {
    if (!event.shiftKey || event.button !== 0 || !isGround(event.target)) return;
    from.current = { x: event.clientX, y: event.clientY, before: store.getState().selection };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const onMouseDownCapture = (event: React.MouseEvent) => {
    if (from.current) event.stopPropagation();
  };
  const onPointerMove = (event: Press) => {
    const now = boxTo(event);
    if (!now || (box === null && Math.max(now.width, now.height) < LEAST)) return;
    setBox(now);
    const { layout } = canvasUi(store).getState();
    if (!layout) return;
    const start = toCanvas({ x: now.x, y: now.y });
    const end = toCanvas({ x: now.x + now.width, y: now.y + now.height });
    const found = inside(layout, { ...start, width: end.x - start.x, height: end.y - start.y });
    const before = from.current?.before ?? [];
    store.getState().select([...before, ...found]);
  };
  const onPointerUp = () => {
    from.current = null;
    setBox(null);
  };
  return {
    box,
    handlers: {
      onPointerDownCapture,
      onMouseDownCapture,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
    },
  };
}
