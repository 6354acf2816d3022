import { ControlButton } from "@xyflow/react";
import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useMemo } from "react";
import { useEditor, useEditorParts } from "../context";
import { holds } from "./holders";
import { collapseAll, openAll } from "./looks";

/** Opens every team and body, or draws each as one card; nothing where there are none. */
export function FoldAll() {
  const editor = useEditorParts();
  const draft = useEditor((state) => state.draft);
  const any = useMemo(() => [...draft.nodes.keys()].some((id) => holds(draft, id)), [draft]);
  const folded = useEditor((state) => state.collapsed.size > 0);
  if (!any) return null;
  const label = folded ? "Open all teams" : "Collapse all teams";
  const Icon = folded ? ChevronsUpDown : ChevronsDownUp;
  return (
    <ControlButton
      onClick={() => (folded ? openAll(editor) : collapseAll(editor))}
      title={label}
      aria-label={label}
    >
      <Icon aria-hidden="true" />
    </ControlButton>
  );
}
