import type { ConnectionLineComponentProps } from "@xyflow/react";
import { getBezierPath, Position } from "@xyflow/react";
import { useCanvasUi } from "./ui";

/** The edge while it is being drawn, dashed where it may not end. */
export function ConnectionLine({ fromX, fromY, toX, toY, fromHandle }: ConnectionLineComponentProps) {
  const state = useCanvasUi(({ connecting }) =>
    connecting === null
      ? "gone"
      : connecting.over && connecting.forbidden?.has(connecting.over)
        ? "no"
        : "yes",
  );
  if (state === "gone") return null;
  const forward = fromHandle.type === "source";
  const [path] = getBezierPath({
    sourceX: forward ? fromX : toX,
    sourceY: forward ? fromY : toY,
    targetX: forward ? toX : fromX,
    targetY: forward ? toY : fromY,
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
  });
  return <path className={`connection-line connection-${state}`} d={path} />;
}
