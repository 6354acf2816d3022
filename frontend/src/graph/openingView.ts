import { around, CARD, type Layout } from "./geometry";

/** From this zoom on a card is read without effort. */
const LEGIBLE = 0.5;
/** From this zoom on a large graph's blocks can be told apart. */
const BLOCKS = 0.06;
const READING = 0.85;

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

/** What can be seen of the canvas; `left` of it is covered. */
interface Stage {
  width: number;
  height: number;
  left: number;
}

/** The viewport that shows all of it, at most at full size. */
export function wholeView(layout: Layout, { width, height, left }: Stage, least = 0.02): Viewport {
  const whole = around(Object.values(layout.boxes));
  const middle = (width + left) / 2;
  if (whole.width === 0) return { x: middle - CARD.width / 2, y: (height - CARD.height) / 2, zoom: 1 };
  const margin = width < 600 ? 16 : 40;
  const fits = Math.min((width - left - 2 * margin) / whole.width, (height - 2 * margin) / whole.height);
  const zoom = Math.max(least, Math.min(1, fits));
  return {
    zoom,
    x: middle - (whole.x + whole.width / 2) * zoom,
    y: height / 2 - (whole.y + whole.height / 2) * zoom,
  };
}

/**
 * Where to look first: at everything where it can be told apart, else at what is wanted, else at the
 * beginning, which is at the left.
 */
export function openingView(
  layout: Layout,
  stage: Stage,
  wanted: readonly string[],
  blocks: boolean,
): Viewport {
  const whole = wholeView(layout, stage);
  if (whole.zoom >= LEGIBLE) return whole;
  const { width, height, left } = stage;
  const first = wanted.map((id) => layout.boxes[id]).find(Boolean);
  if (first) {
    return {
      zoom: READING,
      x: (width + left) / 2 - (first.x + first.width / 2) * READING,
      y: height / 2 - (first.y + first.height / 2) * READING,
    };
  }
  if (blocks && whole.zoom >= BLOCKS) return whole;
  const zoom = blocks ? BLOCKS : Math.max(whole.zoom, READING);
  const boxes = Object.values(layout.boxes);
  const all = around(boxes);
  const margin = width < 600 ? 16 : 40;
  const entry = boxes.reduce((least, box) => (box.x < least.x ? box : least));
  // A level lower than the stage stands in its middle; a taller one shows where it begins.
  const middle =
    all.height * zoom <= height - 2 * margin ? all.y + all.height / 2 : entry.y + entry.height / 2;
  return { zoom, x: left + margin - all.x * zoom, y: height / 2 - middle * zoom };
}
