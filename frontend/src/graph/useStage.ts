import { useReactFlow } from "@xyflow/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Layout } from "./geometry";
import { nodeAt } from "./hit";
import { CARDS_FROM, FOUND_AT } from "./lod";
import { openingView, wholeView } from "./openingView";

/** For how many frames a node may be on its way into the page. */
const PATIENCE = 60;

interface Options {
  layout: Layout;
  /** When this changes, the canvas opens anew, as long as nobody has looked elsewhere. */
  opening: unknown;
  frame: RefObject<HTMLElement | null>;
  /** The nodes to look at first where the whole graph would be too small to read. */
  wanted: readonly string[];
  /** How much of the canvas is covered at its left. */
  left?: number;
  /** Whether a zoom too small for cards shows blocks. */
  blocks: boolean;
}

/** How the canvas is looked at: where it opens, and how it brings a node into view. */
export function useStage({ layout, opening, frame, wanted, blocks, left = 0 }: Options) {
  const { setViewport, getViewport, setCenter, screenToFlowPosition } = useReactFlow();
  const [ready, setReady] = useState(false);
  const moved = useRef(false);
  const now = useRef({ layout, wanted, blocks, left });
  now.current = { layout, wanted, blocks, left };

  // A new layout is looked at from its beginning, unless someone has already chosen what to look at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, whatever else changes
  useEffect(() => {
    const element = frame.current;
    if (!ready || moved.current || !element) return;
    const { layout, wanted, blocks, left } = now.current;
    const stage = { width: element.clientWidth, height: element.clientHeight, left };
    void setViewport(openingView(layout, stage, wanted, blocks));
  }, [ready, opening, setViewport]);

  const fit = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    moved.current = true;
    const { layout, left } = now.current;
    const stage = { width: element.clientWidth, height: element.clientHeight, left };
    void setViewport(wholeView(layout, stage));
  }, [frame, setViewport]);

  const reveal = useCallback(
    (id: string) => {
      const box = now.current.layout.boxes[id];
      const element = frame.current;
      if (!box || !element) return;
      const { x, y, zoom } = getViewport();
      const left = box.x * zoom + x;
      const top = box.y * zoom + y;
      const inside =
        left > 0 &&
        top > 0 &&
        left + box.width * zoom < element.clientWidth &&
        top + box.height * zoom < element.clientHeight;
      if (inside && zoom >= CARDS_FROM) return;
      moved.current = true;
      const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
      // A frame larger than the stage is shown from its head on.
      const most = Math.min(
        (element.clientWidth - 40) / box.width,
        (element.clientHeight - 40) / Math.min(box.height, 600),
      );
      void setCenter(box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2, {
        zoom: Math.max(zoom, Math.min(FOUND_AT, most)),
        duration: reduced ? 0 : 200,
      });
    },
    [frame, getViewport, setCenter],
  );

  const focus = useCallback(
    (id: string) => {
      const find = () =>
        frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
      // What was hidden or out of view is drawn some frames later.
      const attempt = (frames: number) => {
        const there = find();
        if (there) there.focus();
        else if (frames < PATIENCE) {
          if (frames === 2) bringIn();
          requestAnimationFrame(() => attempt(frames + 1));
        }
      };
      const bringIn = () => {
        const box = now.current.layout.boxes[id];
        if (!box) return;
        moved.current = true;
        const zoom = Math.max(getViewport().zoom, now.current.blocks ? FOUND_AT : 0);
        void setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom });
      };
      attempt(0);
    },
    [frame, getViewport, setCenter],
  );

  const nodeUnder = useCallback(
    (event: { clientX: number; clientY: number }) =>
      nodeAt(now.current.layout, screenToFlowPosition({ x: event.clientX, y: event.clientY })),
    [screenToFlowPosition],
  );

  const onInit = useCallback(() => setReady(true), []);
  const onMoveStart = useCallback((event: MouseEvent | TouchEvent | null) => {
    if (event) moved.current = true;
  }, []);
  return { fit, reveal, focus, nodeUnder, onInit, onMoveStart };
}
