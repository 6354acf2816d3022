import { useEffect, useRef, useState } from "react";
import { useEditorParts } from "../context";
import type { NodeJson } from "../model";
import { ui } from "../ui";
import { rename } from "./edits";
import { focusNode } from "./looks";

/** A node's title, written over where it is drawn. Enter and leaving keep it, Escape does not. */
export function TitleField({ node }: { node: NodeJson }) {
  const editor = useEditorParts();
  const [title, setTitle] = useState(node.title ?? "");
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const finish = (keep: boolean, back: boolean) => {
    if (done.current) return;
    done.current = true;
    if (keep) void rename(editor, node.id, title.trim());
    ui.rename(null);
    if (back) focusNode(editor, node.id);
  };
  return (
    <input
      ref={field}
      className="node-rename nodrag nopan nowheel"
      aria-label={`Title of ${node.id}`}
      placeholder={node.id}
      dir="auto"
      maxLength={200}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => finish(true, false)}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        finish(event.key === "Enter", true);
      }}
    />
  );
}
