import { useReactFlow } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { Layout } from "../../graph/geometry";
import { useEditor } from "../context";

/** What was opened or collapsed between two sets. */
function toggled(before: ReadonlySet<string>, now: ReadonlySet<string>): string[] {
  return [...before].filter((id) => !now.has(id)).concat([...now].filter((id) => !before.has(id)));
}

/** Opening and collapsing happen in place: the node's corner stays where it was on the screen. */
export function useAnchor(layout: Layout): void {
  const { getViewport, setViewport } = useReactFlow();
  const collapsed = useEditor((state) => state.collapsed);
  const before = useRef({ layout, collapsed });
  // After the canvas has taken its nodes, so that both are drawn at once.
  useEffect(() => {
    const last = before.current;
    before.current = { layout, collapsed };
    if (last.collapsed === collapsed) return;
    const anchor = toggled(last.collapsed, collapsed).find((id) => last.layout.boxes[id] && layout.boxes[id]);
    if (anchor === undefined) return;
    const old = last.layout.boxes[anchor];
    const box = layout.boxes[anchor];
    if (!old || !box) return;
    const { x, y, zoom } = getViewport();
    void setViewport({ x: x + (old.x - box.x) * zoom, y: y + (old.y - box.y) * zoom, zoom });
  }, [layout, collapsed, getViewport, setViewport]);
}
