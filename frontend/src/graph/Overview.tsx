import { useStoreApi } from "@xyflow/react";
import { useEffect, useRef, useState } from "react";
import type { Structure } from "../api/types";
import { KIND_NAMES, KindIcon } from "../nodes/kinds";
import { useColours } from "./colours";
import type { Layout } from "./geometry";
import { type Marks, paint } from "./paint";
import { Picture } from "./picture";

/** The kinds' icons as paths, read from where they are drawn anyway. */
function iconPaths(element: HTMLElement): Map<string, Path2D> {
  const found = new Map<string, Path2D>();
  element.querySelectorAll<SVGElement>("svg").forEach((svg, at) => {
    const path = new Path2D();
    const number = (shape: Element, name: string) => Number(shape.getAttribute(name) ?? 0);
    for (const shape of svg.children) {
      if (shape.localName === "path") path.addPath(new Path2D(shape.getAttribute("d") ?? ""));
      else if (shape.localName === "circle") {
        const [x, y, r] = ["cx", "cy", "r"].map((name) => number(shape, name)) as [number, number, number];
        path.moveTo(x + r, y);
        path.arc(x, y, r, 0, 2 * Math.PI);
      } else if (shape.localName === "line") {
        path.moveTo(number(shape, "x1"), number(shape, "y1"));
        path.lineTo(number(shape, "x2"), number(shape, "y2"));
      } else if (shape.localName === "rect") {
        const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => number(shape, name)) as [
          number,
          number,
          number,
          number,
        ];
        path.roundRect(x, y, width, height, number(shape, "rx"));
      } else if (shape.localName.startsWith("poly")) {
        const points = (shape.getAttribute("points") ?? "").trim().split(/[\s,]+/);
        path.addPath(new Path2D(`M${points.join(" ")}${shape.localName === "polygon" ? "Z" : ""}`));
      }
    }
    const kind = KIND_NAMES[at];
    if (kind) found.set(kind, path);
  });
  return found;
}

interface Props {
  structure: Structure;
  layout: Layout;
  marks: Marks;
  /** Whether the nodes are drawn here too, as blocks; else they are cards above. */
  nodes: boolean;
}

/**
 * A large graph as one picture under the cards: thousands of edges, and of nodes that are too small to be
 * read, cost one drawing in place of elements of the page.
 */
export function Overview({ structure, layout, marks, nodes }: Props) {
  const store = useStoreApi();
  const canvas = useRef<HTMLCanvasElement>(null);
  const icons = useRef<HTMLDivElement>(null);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const colours = useColours(host);

  useEffect(() => setHost(icons.current), []);

  useEffect(() => {
    const element = canvas.current;
    const draw = element?.getContext("2d");
    if (!element || !draw || !colours || !icons.current) return;
    const scene = { structure, layout, marks, icons: iconPaths(icons.current) };
    const picture = new Picture(element, (view) => paint(draw, scene, view, colours, nodes));
    const follow = () => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      picture.show({ x, y, zoom, width, height });
    };
    follow();
    const stop = store.subscribe((state, before) => {
      const moved = state.transform !== before.transform;
      if (moved || state.width !== before.width || state.height !== before.height) follow();
    });
    const leave = marks.subscribe(() => picture.renew());
    return () => {
      stop();
      leave();
      picture.stop();
    };
  }, [structure, layout, marks, nodes, colours, store]);

  return (
    <>
      <div className="overview" aria-hidden="true" data-nodes={nodes || undefined}>
        <canvas ref={canvas} />
      </div>
      <div ref={icons} hidden>
        {KIND_NAMES.map((kind) => (
          <KindIcon key={kind} kind={kind} />
        ))}
      </div>
    </>
  );
}
