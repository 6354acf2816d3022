import type { Node } from "@xyflow/react";
import { useMemo, useRef, useState } from "react";
import type { Point } from "../../graph/geometry";
import { own } from "../../own";
import { useEditorParts } from "../context";
import type { Drag } from "./flowParts";
import { around, tops } from "./holders";
import { canvasUi } from "./ui";

/** Moving nodes by hand: shown while it lasts, one move at its end. It is never an edit of the graph. */
export function useDragging() {
  const { store, commands } = useEditorParts();
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<{ node: string; at: Point; named: string[]; ids: ReadonlySet<string> } | null>(null);
  const handlers = useMemo(() => {
    const by = (node: Node): Point => {
      const at = start.current?.at ?? node.position;
      return { x: node.position.x - at.x, y: node.position.y - at.y };
    };
    return {
      onNodeDragStart: (_event: unknown, node: Node) => {
        const { selection, draft, select } = store.getState();
        if (!selection.has(node.id)) select([node.id]);
        const named = tops(draft, store.getState().selection);
        const outer = new Set(named);
        const ids = new Set(named);
        for (const id of draft.nodes.keys()) if (around(draft, id).some((one) => outer.has(one))) ids.add(id);
        const at = canvasUi(store).getState().layout?.boxes[node.id] ?? node.position;
        start.current = { node: node.id, at, named, ids };
      },
      onNodeDrag: (_event: unknown, node: Node) => {
        const { current } = start;
        if (current?.node === node.id) setDrag({ ids: current.ids, by: by(node) });
      },
      onNodeDragStop: (_event: unknown, node: Node) => {
        const { current } = start;
        const { x, y } = by(node);
        start.current = null;
        setDrag(null);
        if (current?.node !== node.id || (Math.abs(x) < 1 && Math.abs(y) < 1)) return;
        const { places } = canvasUi(store).getState();
        commands.move(
          Object.fromEntries(
            current.named.flatMap((id) => {
              const place = own(places, id);
              return place ? [[id, { x: Math.round(place.x + x), y: Math.round(place.y + y) }] as const] : [];
            }),
          ),
        );
      },
    };
  }, [store, commands]);
  return { drag, handlers };
}
