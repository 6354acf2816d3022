import { type Box, CARD, GAP, type Point } from "./geometry";

/** A node on a level: its box with everything in it open, and its box as it is drawn. */
export interface Standing {
  id: string;
  open: Box;
  drawn: Box;
}

/** Which of two nodes on one axis goes first, as their open boxes stand. */
type Axis = "x" | "y";

const start = (box: Box, axis: Axis) => (axis === "x" ? box.x : box.y);
const size = (box: Box, axis: Axis) => (axis === "x" ? box.width : box.height);
const end = (box: Box, axis: Axis) => start(box, axis) + size(box, axis);

const isFrame = ({ open }: Standing) => open.height > CARD.height;

/**
 * How `first` keeps `second` away from it along an axis: the least gap, or null where it does not.
 * Frames that have grown over what stands beside or below them push it on; cards that were put over
 * each other by hand stay so.
 */
function gapBetween(first: Standing, second: Standing, axis: Axis): number | null {
  const usual = axis === "x" ? GAP.rank : GAP.node;
  const between = start(second.open, axis) - end(first.open, axis);
  if (between >= 0) return Math.min(between, usual);
  if (!isFrame(first) || apart(first.open, second.open)) return null;
  const beside = second.open.x >= first.open.x + CARD.width;
  const below = second.open.y >= first.open.y + CARD.height;
  return (axis === "x" ? beside : below && !beside) ? usual : null;
}

function apart(one: Box, other: Box): boolean {
  return (
    end(one, "x") <= other.x ||
    end(other, "x") <= one.x ||
    end(one, "y") <= other.y ||
    end(other, "y") <= one.y
  );
}

/** Moves along one axis, in order: as far back as collapsing has made room, as far on as frames push. */
function along(all: readonly Standing[], axis: Axis): Map<string, number> {
  const ordered = [...all].sort((a, b) => start(a.open, axis) - start(b.open, axis));
  const moved = new Map<string, number>();
  const freed = new Map<string, number>();
  ordered.forEach((one, at) => {
    let room = 0;
    let least = Number.NEGATIVE_INFINITY;
    for (let before = 0; before < at; before += 1) {
      const first = ordered[before] as Standing;
      // Side by side they cannot meet, whatever happens above them.
      if (axis === "y" && (end(first.open, "x") <= one.open.x || end(one.open, "x") <= first.open.x))
        continue;
      const gap = gapBetween(first, one, axis);
      if (gap === null) continue;
      const shrunk = end(first.open, axis) - end(first.drawn, axis);
      const behind = freed.get(first.id) ?? 0;
      room = Math.max(room, behind + shrunk);
      const follows = behind > 0 && shrunk === 0 && end(first.open, axis) <= start(one.open, axis);
      // What stands behind the same collapsed frame comes along with it, and keeps its distance.
      least = Math.max(
        least,
        follows
          ? start(one.drawn, axis) + (moved.get(first.id) ?? 0)
          : end(first.drawn, axis) + (moved.get(first.id) ?? 0) + gap,
      );
    }
    const by = Math.max(-room, least - start(one.drawn, axis));
    freed.set(one.id, room);
    moved.set(one.id, by);
  });
  return moved;
}

function meets(all: readonly Standing[]): boolean {
  return all.some(
    (one) => isFrame(one) && all.some((other) => other !== one && !apart(one.open, other.open)),
  );
}

/**
 * How far each node of a level moves so that open frames cover nothing, and what stands behind collapsed
 * ones comes closer. It depends on nothing but these boxes: opening what was collapsed leads back exactly.
 * Two nodes that are apart stay apart.
 */
export function shifts(all: readonly Standing[]): Map<string, Point> | null {
  const collapsed = all.some(({ open, drawn }) => open.width !== drawn.width || open.height !== drawn.height);
  if (!collapsed && !meets(all)) return null;
  const x = along(all, "x");
  const y = along(all, "y");
  return new Map(all.map(({ id }) => [id, { x: x.get(id) ?? 0, y: y.get(id) ?? 0 }]));
}
