import { useEditorParts } from "../context";
import type { NodeJson } from "../model";
import { useTitleField } from "../useTitleField";
import { focusNode } from "./looks";

/** A node's title, written over where it is drawn. */
export function TitleField({ node }: { node: NodeJson }) {
  const editor = useEditorParts();
  const field = useTitleField(node, () => focusNode(editor, node.id));
  return (
    <input
      className="node-rename nodrag nopan nowheel"
      {...field}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}
