import type { KeyboardEvent, PointerEvent } from "react";
import { useRef } from "react";
import { type Height, LEAST } from "./useDrawerHeight";

const STEP = 24;

/** The upper edge of the drawer: dragged, or moved with the arrow keys. */
export function Resizer({ height, controls }: { height: Height; controls: string }) {
  const from = useRef<{ y: number; height: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowUp: height.value + STEP,
      ArrowDown: height.value - STEP,
      Home: LEAST,
      End: height.most,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    height.set(next);
  };
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { y: event.clientY, height: height.value };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged
    <div
      className="resizer"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of problems and changes"
      aria-controls={controls}
      aria-valuenow={height.value}
      aria-valuemin={LEAST}
      aria-valuemax={height.most}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={start}
      onPointerMove={(event) => {
        if (from.current) height.set(from.current.height + from.current.y - event.clientY);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
    />
  );
}
