import { expect, it } from "vitest";
import { LEAST, within } from "./useDrawerHeight";

it.each([
  [300, 540, 300],
  [10, 540, LEAST],
  [900, 540, 540],
  [300, 90, LEAST],
])("a drawer of %d in a window that allows %d is %d high", (wanted, most, height) => {
  expect(within(wanted, most)).toBe(height);
});
