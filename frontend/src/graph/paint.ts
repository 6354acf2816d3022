import type { Structure, StructureEdge } from "../api/types";
import type { Colours } from "./colours";
import type { Box, Layout } from "./geometry";
import { curve } from "./hit";

/** What a drawn node shows besides its place: tokens of colours, null where there is nothing to show. */
export interface Marks {
  fill(id: string): string;
  ring(id: string): string | null;
  /** Whether the edges of this node stand out. */
  lit(id: string): boolean;
  /** A small dot in the corner. */
  dot(id: string): string | null;
  /** Calls back when any of these has changed. */
  subscribe(changed: () => void): () => void;
}

export interface View {
  x: number;
  y: number;
  zoom: number;
  width: number;
  height: number;
}

export interface Scene {
  structure: Structure;
  layout: Layout;
  marks: Marks;
  icons: ReadonlyMap<string, Path2D>;
}

/** Under this zoom a kind's icon is a blot. */
const ICONS_FROM = 0.16;
/** Edges are stroked in bundles: a stroke each is slow, and so is one path of many thousands. */
const BUNDLE = 1_000;
/** Lines wider than a pixel take ten times as long. */
const THIN = 1;

/** From this zoom on edges are curves, and before it straight lines: the bends could not be seen. */
const CURVES_FROM = 0.3;
/** So many edges are drawn fainter, or nothing could be seen between them. */
const DENSE = 1_500;

type Draw = CanvasRenderingContext2D;

function inView(box: Box, { x, y, zoom, width, height }: View): boolean {
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  return left < width && top < height && left + box.width * zoom > 0 && top + box.height * zoom > 0;
}

/** Draws those edges that `wanted` says, in bundles. */
function strokeEdges(
  draw: Draw,
  { structure, layout }: Scene,
  view: View,
  wanted: (edge: StructureEdge) => boolean,
): void {
  const { x, y, zoom, width, height } = view;
  let bundled = 0;
  draw.beginPath();
  for (const edge of structure.edges) {
    const source = layout.boxes[edge.source];
    const target = layout.boxes[edge.target];
    if (!source || !target || !wanted(edge)) continue;
    const [a, b, c, d] = curve(source, target);
    const ax = a.x * zoom + x;
    const ay = a.y * zoom + y;
    const dx = d.x * zoom + x;
    const dy = d.y * zoom + y;
    if (Math.min(ax, dx) > width || Math.max(ax, dx) < 0) continue;
    if (Math.min(ay, dy) > height || Math.max(ay, dy) < 0) continue;
    draw.moveTo(ax, ay);
    if (zoom < CURVES_FROM) draw.lineTo(dx, dy);
    else draw.bezierCurveTo(b.x * zoom + x, b.y * zoom + y, c.x * zoom + x, c.y * zoom + y, dx, dy);
    bundled += 1;
    if (bundled % BUNDLE === 0) {
      draw.stroke();
      draw.beginPath();
    }
  }
  draw.stroke();
}

function edges(draw: Draw, scene: Scene, view: View, colours: Colours): void {
  const { structure, marks } = scene;
  const faint = view.zoom < CURVES_FROM || structure.edges.length > DENSE;
  draw.strokeStyle = colours(faint ? "edge-far" : "edge");
  draw.lineWidth = view.zoom < CURVES_FROM ? 0.6 : THIN;
  strokeEdges(draw, scene, view, () => true);
  draw.strokeStyle = colours("accent");
  draw.lineWidth = THIN;
  strokeEdges(draw, scene, view, ({ source, target }) => marks.lit(source) || marks.lit(target));
}

function frames(draw: Draw, { structure, layout, marks }: Scene, view: View, colours: Colours): void {
  for (const { id } of structure.nodes) {
    const box = layout.boxes[id];
    if (!box || !layout.corners[id] || !inView(box, view)) continue;
    const ring = marks.ring(id);
    draw.strokeStyle = colours(ring ?? "line-strong");
    draw.lineWidth = ring ? 2 : 1;
    draw.strokeRect(
      box.x * view.zoom + view.x,
      box.y * view.zoom + view.y,
      box.width * view.zoom,
      box.height * view.zoom,
    );
  }
}

function icon(draw: Draw, path: Path2D, box: Box, view: View): void {
  const size = Math.min(box.height * 0.56, box.width * 0.4) * view.zoom;
  draw.save();
  draw.translate(
    (box.x + box.width / 2) * view.zoom + view.x - size / 2,
    (box.y + box.height / 2) * view.zoom + view.y - size / 2,
  );
  draw.scale(size / 24, size / 24);
  draw.lineWidth = 2;
  draw.stroke(path);
  draw.restore();
}

function blocks(draw: Draw, scene: Scene, view: View, colours: Colours): void {
  const { structure, layout, marks, icons } = scene;
  const { x, y, zoom } = view;
  const radius = zoom > 0.12 ? 8 * zoom : 0;
  const ink = colours("block-ink");
  draw.lineCap = "round";
  for (const { id, kind } of structure.nodes) {
    const box = layout.boxes[id];
    if (!box || layout.corners[id] || !inView(box, view)) continue;
    const left = box.x * zoom + x;
    const top = box.y * zoom + y;
    const width = Math.max(2, box.width * zoom);
    const height = Math.max(1.5, box.height * zoom);
    draw.fillStyle = colours(marks.fill(id));
    if (radius > 0) {
      draw.beginPath();
      draw.roundRect(left, top, width, height, radius);
      draw.fill();
    } else draw.fillRect(left, top, width, height);
    const path = zoom >= ICONS_FROM ? icons.get(kind) : undefined;
    if (path) {
      draw.strokeStyle = ink;
      icon(draw, path, box, view);
    }
    const ring = marks.ring(id);
    if (ring) {
      draw.strokeStyle = colours(ring);
      draw.lineWidth = 2;
      draw.strokeRect(left - 3, top - 3, width + 6, height + 6);
    }
    const dot = marks.dot(id);
    if (dot) {
      draw.fillStyle = colours(dot);
      draw.beginPath();
      draw.arc(left + width, top, Math.max(2.5, 14 * zoom), 0, 2 * Math.PI);
      draw.fill();
    }
  }
}

/** Draws a graph on a canvas: its edges always, its nodes where they are too small for cards. */
export function paint(draw: Draw, scene: Scene, view: View, colours: Colours, nodes: boolean): void {
  draw.clearRect(0, 0, view.width, view.height);
  edges(draw, scene, view, colours);
  if (!nodes) return;
  frames(draw, scene, view, colours);
  blocks(draw, scene, view, colours);
}
