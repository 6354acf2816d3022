import { expect, it } from "vitest";
import { neighbour } from "./neighbour";

const box = (x: number, y: number) => ({ x, y, width: 200, height: 60 });
const boxes = { a: box(0, 100), b: box(300, 0), c: box(300, 120), d: box(600, 100), lone: box(0, 300) };
const edges = [
  { id: "1", source: "a", target: "b", case: null },
  { id: "2", source: "a", target: "c", case: null },
  { id: "3", source: "c", target: "d", case: null },
];

it.each([
  ["a", "right", "c"],
  ["d", "left", "c"],
  ["c", "up", "b"],
  ["b", "down", "c"],
  ["a", "down", "lone"],
  ["a", "left", null],
  ["lone", "right", null],
  ["d", "right", null],
  ["ghost", "left", null],
] as const)("from %s, %s leads to %s", (from, direction, to) => {
  expect(neighbour(from, direction, boxes, edges)).toBe(to);
});
