import { ReactFlowProvider } from "@xyflow/react";
import { useEffect, useState } from "react";
import { MANY } from "../../graph/lod";
import { type Editor, useEditorParts } from "../context";
import { Flow } from "./Flow";
import { around, holds } from "./holders";
import { Scene } from "./scene";
import { useCanvasUi } from "./ui";
import "@xyflow/react/dist/base.css";
import "../../styles/flow.css";
import "../../styles/table.css";
import "../../styles/canvas.css";

const begun = new WeakSet<Editor["store"]>();

/** A large graph opens with its teams and bodies as cards, but for those around what is to be seen. */
function collapseLarge({ store }: Editor): void {
  if (begun.has(store)) return;
  begun.add(store);
  const { draft, collapsed, revealed, setCollapsed } = store.getState();
  if (draft.nodes.size <= MANY || collapsed.size > 0) return;
  const open = new Set(revealed === null ? [] : around(draft, revealed));
  setCollapsed([...draft.nodes.keys()].filter((id) => holds(draft, id) && !open.has(id)));
}

/** The draft on a canvas: laid out, selected, connected, moved and changed in place. */
export function EditorCanvas() {
  const editor = useEditorParts();
  const [scene] = useState(() => {
    collapseLarge(editor);
    return new Scene(editor);
  });
  useEffect(() => scene.start(), [scene]);
  const structure = useCanvasUi((state) => state.structure);
  const layout = useCanvasUi((state) => state.layout);
  if (!structure || !layout) return <div className="canvas" />;
  return (
    <ReactFlowProvider>
      <Flow scene={scene} structure={structure} layout={layout} />
    </ReactFlowProvider>
  );
}
