import { describe, expect, it } from "vitest";
import { elapsed, formatBrief, formatDuration, formatTicking } from "./elapsed";

describe("formatDuration", () => {
  it.each([
    [-5, "0 ms"],
    [3, "3 ms"],
    [400, "0.4 s"],
    [6_100, "6.1 s"],
    [9_949, "9.9 s"],
    [9_951, "10 s"],
    [59_400, "59 s"],
    [59_600, "1 m 00 s"],
    [134_000, "2 m 14 s"],
    [3_600_000, "1 h 00 m"],
    [11_100_000, "3 h 05 m"],
    [187_200_000, "2 d 4 h"],
  ])("%d ms is %s", (milliseconds, words) => {
    expect(formatDuration(milliseconds)).toBe(words);
  });
});

describe("a ticking clock", () => {
  it("shows whole seconds and never runs ahead", () => {
    expect(formatTicking(-300)).toBe("0 s");
    expect(formatTicking(1_999)).toBe("1 s");
    expect(formatTicking(60_999)).toBe("1 m 00 s");
  });

  it("can be brief", () => {
    expect(formatBrief(9_700)).toBe("9 s");
    expect(formatBrief(134_000)).toBe("2 m");
    expect(formatBrief(11_100_000)).toBe("3 h");
  });

  it("ends exact, and is absent before the start", () => {
    expect(elapsed("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.400Z", 0)).toBe("0.4 s");
    expect(elapsed("2026-01-01T00:00:00Z", null, Date.parse("2026-01-01T00:00:09.7Z"))).toBe("9 s");
    expect(elapsed(null, null, 0)).toBeNull();
  });
});
