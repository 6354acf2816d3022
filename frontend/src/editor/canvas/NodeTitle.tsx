import { KindIcon } from "../../nodes/kinds";
import type { NodeJson } from "../model";
import { useUi } from "../ui";
import { TitleField } from "./TitleField";

/** Icon and title; a node without a title goes by its id. Double-click to write another. */
export function NodeTitle({ node, mayEdit, size = 15 }: { node: NodeJson; mayEdit: boolean; size?: number }) {
  const renaming = useUi((state) => state.renaming === node.id);
  const named = Boolean(node.title?.trim());
  return (
    <div className="node-title">
      <KindIcon kind={node.kind} size={size} />
      {renaming && mayEdit ? (
        <TitleField node={node} />
      ) : (
        <bdi
          className={named ? "truncate" : "truncate node-untitled"}
          title={named ? `${node.title}\n${node.id}` : node.id}
        >
          {named ? node.title : node.id}
        </bdi>
      )}
    </div>
  );
}
