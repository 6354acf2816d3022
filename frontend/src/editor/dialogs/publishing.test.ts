import { expect, it } from "vitest";
import type { ChangeLine } from "../../api/types";
import { sinceWords, splitAt } from "./publishing";

const line = (version: number, name: string, changes: Partial<ChangeLine> = {}): ChangeLine => ({
  version,
  kind: "edit",
  author: { id: name.length, name },
  at: "2026-01-01T00:00:00Z",
  words: [`Change ${version}`],
  gesture: "",
  undone: false,
  of: [],
  ...changes,
});

it("keeps what was on the screen apart from what came while one looked", () => {
  const changes = [line(4, "Ada"), line(5, "Bob"), line(6, "Bob")];
  const { shown, since } = splitAt(changes, 5);
  expect(shown.map(({ version }) => version)).toEqual([4, 5]);
  expect(since.map(({ version }) => version)).toEqual([6]);
});

it("shows what takes back something that was on the screen", () => {
  const changes = [line(4, "Ada", { undone: true }), line(5, "Ada", { kind: "undo", of: [4] })];
  const { shown, since } = splitAt(changes, 4);
  expect(shown).toEqual([]);
  expect(since.map(({ version }) => version)).toEqual([5]);
});

it("names who changed what meanwhile", () => {
  const since = [line(6, "Ada"), line(7, "Bob"), line(8, "Ada")];
  expect(sinceWords(since)).toBe("Ada: 2 changes; Bob: Change 7");
});
