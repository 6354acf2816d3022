import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Announcer, QUIET_MS } from "./announcer";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("speaks at most once every five seconds and sums up", () => {
  const spoken: string[] = [];
  const announcer = new Announcer((text) => spoken.push(text));
  announcer.say("a", "A running");
  vi.advanceTimersByTime(0);
  expect(spoken).toEqual(["A running"]);
  for (const name of ["b", "c", "d", "e", "f"]) announcer.say(name, `${name} running`);
  announcer.say("b", "b completed");
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(spoken).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(spoken[1]).toBe("c running. d running. e running. And 2 more changes");
});
