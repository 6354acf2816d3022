import { describe, expect, it } from "vitest";
import { placeColumns } from "./columns";
import { around, CARD } from "./geometry";

const column = (name: string, count: number) => ({
  ids: Array.from({ length: count }, (_, at) => `${name}${at}`),
  room: 0,
});
const size = () => CARD;

describe("columns", () => {
  it("stand beside each other around one middle line", () => {
    const places = placeColumns([column("a", 1), column("b", 3)], size);
    expect(places.a0?.y).toBe(places.b1?.y);
    expect(places.b0?.x).toBeGreaterThan(CARD.width);
  });

  it("are folded in a large level, so that all of it has about the shape of a screen", () => {
    const columns = [column("a", 200), column("b", 900), column("c", 3)];
    const places = placeColumns(columns, size);
    const whole = around(Object.values(places).map((place) => ({ ...place, ...CARD })));
    expect(whole.width / whole.height).toBeGreaterThan(1);
    expect(whole.width / whole.height).toBeLessThan(3.5);
    const right = (name: string) =>
      Math.max(...Object.keys(places).flatMap((id) => (id.startsWith(name) ? [places[id]?.x ?? 0] : [])));
    // What comes later still stands further right, all of it.
    expect(places.b0?.x).toBeGreaterThan(right("a"));
    expect(places.c0?.x).toBeGreaterThan(right("b"));
    expect(new Set(Object.values(places).map(({ x, y }) => `${x} ${y}`)).size).toBe(1_103);
  });

  it("stay whole in a small level", () => {
    const places = placeColumns([column("a", 80)], size);
    expect(new Set(Object.values(places).map(({ x }) => x)).size).toBe(1);
  });
});
