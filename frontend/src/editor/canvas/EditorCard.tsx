import { Handle, type NodeProps, Position } from "@xyflow/react";
import { Ban, ChevronsUpDown } from "lucide-react";
import { memo } from "react";
import { kindWord } from "../../nodes/kinds";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { bodyOf } from "../model";
import { detailOf } from "./detail";
import { holders, holds } from "./holders";
import { toggleCollapsed } from "./looks";
import { NodeTitle } from "./NodeTitle";
import { Presence } from "./Presence";
import { ProblemMark } from "./ProblemMark";
import { useCanvasUi } from "./ui";

/** Whether a node is one end of the edge of this id. */
function isEnd(edge: string, id: string): boolean {
  const [source, target] = edge.split("→");
  return source === id || target === id || target?.startsWith(`${id}:`) === true;
}

/** Where edges begin and end. A body has none: no edge may touch it. */
export function Handles({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const isBody = useEditor((state) => holders(state.draft).get(id) !== state.draft.home.get(id));
  // The ends of a selected edge lie on these handles, and are what one wants to take hold of then.
  const covered = useEditor((state) => state.selectedEdge !== null && isEnd(state.selectedEdge, id));
  const connectable = mayEdit && !isBody && !covered;
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={connectable} />
      <Handle type="source" position={Position.Right} isConnectable={connectable} />
    </>
  );
}

/** How a node looks while an edge is drawn: forbidden, under the pointer, or as ever. */
export function useConnectingClass(id: string): string {
  return useCanvasUi(({ connecting }) => {
    if (!connecting || connecting.node === id) return "";
    if (connecting.forbidden?.has(id))
      return connecting.over === id ? "is-forbidden is-over" : "is-forbidden";
    return connecting.over === id ? "is-over" : "";
  });
}

/** Opens what a node holds in its place, or draws it as one card. */
export function FoldButton({ id, open }: { id: string; open: boolean }) {
  const editor = useEditorParts();
  return (
    <button
      type="button"
      tabIndex={-1}
      className="node-fold nodrag nopan"
      aria-expanded={open}
      title={open ? "Collapse" : "Open"}
      onClick={(event) => {
        event.stopPropagation();
        toggleCollapsed(editor, id);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <ChevronsUpDown aria-hidden="true" />
      <span className="visually-hidden">{open ? "Collapse" : "Open"}</span>
    </button>
  );
}

/** A node as a card: kind, title, its most telling field, its problems, and who else looks at it. */
export const EditorCard = memo(function EditorCard({ id }: NodeProps) {
  const node = useEditor((state) => state.draft.nodes.get(id));
  const held = useEditor((state) => state.draft.levels.get(id)?.length ?? 0);
  const canOpen = useEditor((state) => holds(state.draft, id));
  const selected = useEditor((state) => state.selection.has(id));
  const connecting = useConnectingClass(id);
  const mayEdit = useMayEdit();
  if (!node) return null;
  const detail = detailOf(node, held || (bodyOf(node) ? 1 : 0));
  const classes = ["node-card", selected && "is-selected", canOpen && "is-stack", connecting];
  return (
    <>
      <article className={classes.filter(Boolean).join(" ")}>
        <NodeTitle node={node} mayEdit={mayEdit} />
        <p>
          <span className="aside">{kindWord(node.kind)}</span>
          {detail && (
            <bdi className="aside truncate" title={detail}>
              {detail}
            </bdi>
          )}
        </p>
        {canOpen && <FoldButton id={id} open={false} />}
        <ProblemMark id={id} inside={canOpen} />
        <Presence id={id} />
        {connecting.startsWith("is-forbidden") && <Ban className="node-ban" aria-hidden="true" />}
      </article>
      <Handles id={id} mayEdit={mayEdit} />
    </>
  );
});
