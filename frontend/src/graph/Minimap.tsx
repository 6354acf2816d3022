import { useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { type PointerEvent, useEffect, useMemo, useRef, useState, type WheelEvent } from "react";
import type { Structure } from "../api/types";
import { useColours } from "./colours";
import { around, type Box, type Layout } from "./geometry";
import type { Marks } from "./paint";

const LARGEST = { width: 208, height: 150 };
/** How much more one axis may be squeezed than the other, so that a long or tall graph stays legible. */
const SQUEEZE = 3;
const MARGIN = 8;

interface Scale {
  x: number;
  y: number;
  width: number;
  height: number;
  whole: Box;
}

/** The scale of each axis: the same, unless one of them would be too thin to tell nodes apart. */
function scaleOf(layout: Layout): Scale {
  const whole = around(Object.values(layout.boxes));
  const across = (LARGEST.width - 2 * MARGIN) / Math.max(1, whole.width);
  const down = (LARGEST.height - 2 * MARGIN) / Math.max(1, whole.height);
  const x = Math.min(across, down * SQUEEZE);
  const y = Math.min(down, across * SQUEEZE);
  return {
    x,
    y,
    width: Math.max(64, Math.round(whole.width * x) + 2 * MARGIN),
    height: Math.max(48, Math.round(whole.height * y) + 2 * MARGIN),
    whole,
  };
}

interface Props {
  structure: Structure;
  layout: Layout;
  marks: Marks;
}

/** The whole graph in a corner, with what is in view framed; drawn anew only when nodes or marks change. */
export function Minimap({ structure, layout, marks }: Props) {
  const scale = useMemo(() => scaleOf(layout), [layout]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const colours = useColours(host);

  useEffect(() => {
    const element = canvas.current;
    const draw = element?.getContext("2d");
    if (!element || !draw || !colours) return;
    const ratio = Math.min(2, devicePixelRatio);
    element.width = scale.width * ratio;
    element.height = scale.height * ratio;
    let frame = 0;
    const render = () => {
      frame = 0;
      draw.setTransform(ratio, 0, 0, ratio, MARGIN * ratio, MARGIN * ratio);
      draw.clearRect(-MARGIN, -MARGIN, scale.width, scale.height);
      for (const { id } of structure.nodes) {
        const box = layout.boxes[id];
        if (!box) continue;
        const left = (box.x - scale.whole.x) * scale.x;
        const top = (box.y - scale.whole.y) * scale.y;
        const width = Math.max(1.5, box.width * scale.x);
        const height = Math.max(1.2, box.height * scale.y);
        if (layout.corners[id]) {
          draw.strokeStyle = colours("line-strong");
          draw.strokeRect(left, top, width, height);
          continue;
        }
        draw.fillStyle = colours(marks.ring(id) ?? marks.fill(id));
        draw.fillRect(left, top, width, height);
      }
    };
    const soon = () => {
      frame ||= requestAnimationFrame(render);
    };
    soon();
    const leave = marks.subscribe(soon);
    return () => {
      leave();
      cancelAnimationFrame(frame);
    };
  }, [structure, layout, marks, colours, scale]);

  const { setCenter, getZoom, zoomTo } = useReactFlow();
  const go = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left - MARGIN) / scale.x + scale.whole.x;
    const y = (event.clientY - top - MARGIN) / scale.y + scale.whole.y;
    void setCenter(x, y, { zoom: getZoom() });
  };
  return (
    <div
      className="minimap"
      ref={setHost}
      style={{ width: scale.width, height: scale.height }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
      onWheel={(event: WheelEvent) => void zoomTo(getZoom() * (event.deltaY > 0 ? 0.85 : 1.18))}
    >
      <canvas ref={canvas} role="img" aria-label="Map of the graph" />
      <InView scale={scale} />
    </div>
  );
}

/** The frame around what is in view. It alone follows the pan, without drawing the map again. */
function InView({ scale }: { scale: Scale }) {
  const frame = useRef<HTMLElement>(null);
  const store = useStoreApi();
  const size = useStore((state) => `${state.width} ${state.height}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size of the stage moves the frame too
  useEffect(() => {
    const place = () => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      const left = (-x / zoom - scale.whole.x) * scale.x + MARGIN;
      const top = (-y / zoom - scale.whole.y) * scale.y + MARGIN;
      const right = left + (width / zoom) * scale.x;
      const bottom = top + (height / zoom) * scale.y;
      const style = frame.current?.style;
      if (!style) return;
      // Kept inside the map, so that a view far off still shows where it is.
      const from = { x: clamp(left, scale.width - 6), y: clamp(top, scale.height - 6) };
      style.transform = `translate(${from.x}px, ${from.y}px)`;
      style.width = `${Math.max(6, clamp(right, scale.width) - from.x)}px`;
      style.height = `${Math.max(6, clamp(bottom, scale.height) - from.y)}px`;
    };
    place();
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform) place();
    });
  }, [store, scale, size]);
  return <i ref={frame} className="minimap-view" />;
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
