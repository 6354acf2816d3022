// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { persistently } from "./lazily";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("asks again for a part that could not be fetched, at once when the network is back", async () => {
  let asked = 0;
  const part = persistently(async () => {
    asked += 1;
    if (asked < 4) throw new TypeError("Failed to fetch dynamically imported module");
    return "part";
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toBe(3);
  window.dispatchEvent(new Event("online"));
  expect(await part).toBe("part");
});
