import { useStoreApi } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import { FAR, FARTHEST } from "./lod";

function distance(zoom: number): string {
  if (zoom >= FAR) return "near";
  return zoom >= FARTHEST ? "far" : "farthest";
}

/**
 * Says on the canvas's element how far the cards are away; their text grows as they shrink, so that a whole
 * graph in view can still be read. Only an attribute changes: nothing is drawn anew by React.
 */
export function useFar(canvas: RefObject<HTMLElement | null>): void {
  const store = useStoreApi();
  useEffect(() => {
    const follow = () => {
      const [, , zoom] = store.getState().transform;
      const element = canvas.current;
      const found = distance(zoom);
      if (element && element.dataset.distance !== found) element.dataset.distance = found;
    };
    follow();
    return store.subscribe(follow);
  }, [store, canvas]);
}
