import { useEffect, useRef, useState } from "react";
import { rename } from "../canvas/actions";
import { useEditorParts } from "../context";
import type { NodeJson } from "../model";
import { ui } from "../ui";

/** The title of a node, to be written in its row. Enter keeps it, Escape does not, leaving keeps it. */
export function RowTitle({ node }: { node: NodeJson }) {
  const editor = useEditorParts();
  const [title, setTitle] = useState(node.title ?? "");
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (keep: boolean, toRow: boolean) => {
    if (done.current) return;
    done.current = true;
    if (keep) void rename(editor, node.id, title.trim());
    if (toRow) field.current?.closest("tr")?.focus();
    ui.rename(null);
  };
  return (
    <input
      ref={field}
      className="input tree-rename"
      aria-label={`Title of ${node.id}`}
      dir="auto"
      maxLength={200}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter" || event.key === "Escape") {
          event.preventDefault();
          finish(event.key === "Enter", true);
        }
        event.stopPropagation();
      }}
    />
  );
}
