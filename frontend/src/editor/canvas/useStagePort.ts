import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import { useEditorParts } from "../context";
import { placeAt } from "./placing";
import type { Scene } from "./scene";
import { canvasUi } from "./ui";

interface Looks {
  fit(): void;
  focus(id: string): void;
}

/** Lets actions, which know the editor alone, use the canvas that is drawn now. */
export function useStagePort(
  scene: Scene,
  frame: RefObject<HTMLElement | null>,
  { fit, focus }: Looks,
): void {
  const { store } = useEditorParts();
  const { screenToFlowPosition, flowToScreenPosition } = useReactFlow();
  useEffect(() => {
    const ui = canvasUi(store);
    const layout = () => ui.getState().layout ?? { boxes: {}, corners: {} };
    ui.setState({
      stage: {
        middle: () => {
          const box = frame.current?.getBoundingClientRect();
          if (!box) return { x: 0, y: 0 };
          return screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
        },
        placeAt: (screen) => placeAt(store.getState().draft, layout(), screenToFlowPosition(screen)),
        fit,
        relayout: async () => {
          if (await scene.relayout()) requestAnimationFrame(fit);
        },
        focus,
        below: (id) => {
          const box = layout().boxes[id];
          return box ? flowToScreenPosition({ x: box.x, y: box.y + box.height + 6 }) : null;
        },
      },
    });
    return () => ui.setState({ stage: null, connecting: null, question: null, searching: false });
  }, [store, scene, frame, fit, focus, screenToFlowPosition, flowToScreenPosition]);
}
