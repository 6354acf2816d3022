import type { Point } from "./geometry";

const RADIUS = 9;

/** An SVG path through the points with rounded corners. */
export function roundedPath(points: Point[]): string {
  const [first, ...rest] = points;
  if (!first || rest.length === 0) return "";
  let path = `M${first.x} ${first.y}`;
  let previous = first;
  rest.forEach((point, at) => {
    const next = rest[at + 1];
    if (!next) {
      path += `L${point.x} ${point.y}`;
      return;
    }
    const before = towards(point, previous);
    const after = towards(point, next);
    path += `L${before.x} ${before.y}Q${point.x} ${point.y} ${after.x} ${after.y}`;
    previous = point;
  });
  return path;
}

/** The point halfway along. */
export function middleOf(points: Point[]): Point {
  const steps = points.slice(1).map((point, at) => {
    const from = points[at] as Point;
    return { from, point, length: Math.hypot(point.x - from.x, point.y - from.y) };
  });
  let left = steps.reduce((sum, { length }) => sum + length, 0) / 2;
  for (const { from, point, length } of steps) {
    if (left <= length && length > 0) {
      const part = left / length;
      return { x: from.x + (point.x - from.x) * part, y: from.y + (point.y - from.y) * part };
    }
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

/** The point on the way from `corner` to `other` where the curve begins: at most half the way. */
function towards(corner: Point, other: Point): Point {
  const dx = other.x - corner.x;
  const dy = other.y - corner.y;
  const length = Math.hypot(dx, dy) || 1;
  const reach = Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + dx * reach, y: corner.y + dy * reach };
}
