import type { NodeProps } from "@xyflow/react";
import { Ban } from "lucide-react";
import { memo } from "react";
import { kindWord } from "../../nodes/kinds";
import { useEditor, useMayEdit } from "../context";
import { detailOf } from "./detail";
import { FoldButton, Handles, useConnectingClass } from "./EditorCard";
import { NodeTitle } from "./NodeTitle";
import { Presence } from "./Presence";
import { ProblemMark } from "./ProblemMark";
import { useCanvasUi } from "./ui";

/** A team, or a map or fold with its body: a frame around what it holds. Its head is what moves it. */
export const EditorFrame = memo(function EditorFrame({ id }: NodeProps) {
  const node = useEditor((state) => state.draft.nodes.get(id));
  const held = useEditor((state) => state.draft.levels.get(id)?.length ?? 0);
  const selected = useEditor((state) => state.selection.has(id));
  const dropping = useCanvasUi((state) => state.dropping === id);
  const connecting = useConnectingClass(id);
  const mayEdit = useMayEdit();
  if (!node) return null;
  const detail = detailOf(node, held);
  const classes = ["node-frame", selected && "is-selected", dropping && "is-dropping", connecting];
  return (
    <>
      <div className={classes.filter(Boolean).join(" ")}>
        <header className="frame-head">
          <NodeTitle node={node} mayEdit={mayEdit} size={14} />
          <p>
            <span className="aside">{kindWord(node.kind)}</span>
            {detail && (
              <bdi className="aside truncate" title={detail}>
                {detail}
              </bdi>
            )}
          </p>
          <FoldButton id={id} open />
        </header>
        <ProblemMark id={id} />
        <Presence id={id} />
        {connecting.startsWith("is-forbidden") && <Ban className="node-ban" aria-hidden="true" />}
      </div>
      <Handles id={id} mayEdit={mayEdit} />
    </>
  );
});
