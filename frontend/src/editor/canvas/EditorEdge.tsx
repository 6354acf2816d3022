import { EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { X } from "lucide-react";
import { memo } from "react";
import { EdgeLine } from "../../graph/DependencyEdge";
import { roundedPath } from "../../graph/path";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { removeEdge } from "./edges";
import type { EdgeData } from "./flowParts";

/** A dependency that can be selected, taken away, and moved by its ends. */
export const EditorEdge = memo(function EditorEdge(props: EdgeProps) {
  const editor = useEditorParts();
  const mayEdit = useMayEdit();
  const lit = useEditor((state) => state.selection.has(props.source) || state.selection.has(props.target));
  const { points, label, case: name } = props.data as EdgeData;
  const [curve, middleX, middleY] = getBezierPath(props);
  const path = points ? roundedPath(points) : curve;
  const state = props.selected ? "selected" : lit ? "lit" : "plain";
  const at = label ?? { x: middleX, y: middleY };
  return (
    <>
      <EdgeLine {...props} state={state} />
      <path
        className="react-flow__edge-interaction"
        d={path}
        fill="none"
        strokeOpacity={0}
        strokeWidth={18}
      />
      {props.selected && mayEdit && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className="edge-remove nodrag nopan"
            aria-label="Remove this dependency"
            title="Remove this dependency (Delete)"
            // Beside the pointer that selected it, so that a second click there does nothing.
            style={{
              transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y + (name ? 24 : -24)}px)`,
            }}
            onClick={() => void removeEdge(editor, props.id)}
          >
            <X aria-hidden="true" />
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
