import { useStoreApi } from "@xyflow/react";
import { useEffect, useState } from "react";
import type { Box } from "./geometry";
import { CARDS_FROM } from "./lod";

/** How much more than the view is drawn on each side, in views: so far a pan draws nothing new. */
const MARGIN = 0.25;
/** A region this much larger than it has to be is cut down. */
const SPARE = 3;

const contains = (outer: Box, inner: Box) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

/**
 * The part of a large canvas whose nodes are drawn as cards; null where all are, in a small one. It changes
 * only when the view leaves it, and has no width while the zoom is too small for cards: then they are blocks.
 *
 * React Flow could choose the visible nodes itself, but would draw all of a large graph once whenever the
 * view jumps to the whole of it.
 */
export function useRegion(large: boolean): Box | null {
  const store = useStoreApi();
  const [region, setRegion] = useState<Box>(NOWHERE);
  useEffect(() => {
    if (!large) return;
    const follow = () => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      setRegion((before) => {
        if (zoom < CARDS_FROM || width === 0) return NOWHERE;
        const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
        if (contains(before, view) && before.width < view.width * SPARE) return before;
        return {
          x: view.x - view.width * MARGIN,
          y: view.y - view.height * MARGIN,
          width: view.width * (1 + 2 * MARGIN),
          height: view.height * (1 + 2 * MARGIN),
        };
      });
    };
    return store.subscribe((state, before) => {
      if (
        state.transform !== before.transform ||
        state.width !== before.width ||
        state.height !== before.height
      )
        follow();
    });
  }, [large, store]);
  return large ? region : null;
}
