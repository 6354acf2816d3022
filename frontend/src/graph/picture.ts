import type { View } from "./paint";

/** How much more than the view is drawn on each side, in views. */
const MARGIN = 0.4;
/** After a zoom it is drawn anew when the wheel has rested for so long; until then it is scaled. */
const REST_MS = 90;
/** Scaled by more than this it is too coarse to wait. */
const COARSE = 1.7;

/**
 * A drawing that is larger than what is in view: while the view moves over it, it is only moved, which
 * costs nothing; it is drawn anew when the view leaves it or has been zoomed.
 */
export class Picture {
  private drawn: View | null = null;
  private view: View | null = null;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `draw` draws what is in a view into the canvas, whose context is set up for it. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly draw: (view: View) => void,
  ) {}

  show(view: View): void {
    this.view = view;
    if (this.fits(view)) this.move(view);
    else this.soon();
  }

  /** What is drawn has changed. */
  renew(): void {
    this.soon();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  /** Whether the drawing, moved and scaled, still serves. */
  private fits(view: View): boolean {
    const { drawn } = this;
    if (!drawn || drawn.width !== view.width || drawn.height !== view.height) return false;
    const scale = view.zoom / drawn.zoom;
    if (scale > COARSE || scale < 1 / COARSE) return false;
    if (scale !== 1) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.soon(), REST_MS);
    }
    const left = view.x - scale * (drawn.x + MARGIN * view.width);
    const top = view.y - scale * (drawn.y + MARGIN * view.height);
    const across = scale * view.width * (1 + 2 * MARGIN);
    const down = scale * view.height * (1 + 2 * MARGIN);
    return left <= 0 && top <= 0 && left + across >= view.width && top + down >= view.height;
  }

  private move(view: View): void {
    const { drawn } = this;
    if (!drawn) return;
    const scale = view.zoom / drawn.zoom;
    const x = view.x - scale * (drawn.x + MARGIN * view.width);
    const y = view.y - scale * (drawn.y + MARGIN * view.height);
    this.canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  private soon(): void {
    this.frame ||= requestAnimationFrame(() => this.render());
  }

  private render(): void {
    this.frame = 0;
    clearTimeout(this.timer);
    const { view, canvas } = this;
    if (!view || view.width === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    const width = Math.round(view.width * (1 + 2 * MARGIN));
    const height = Math.round(view.height * (1 + 2 * MARGIN));
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { x, y, zoom } = view;
    this.draw({ x: x + MARGIN * view.width, y: y + MARGIN * view.height, zoom, width, height });
    this.drawn = view;
    this.move(view);
  }
}
