// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { parseJson } from "../api/exact";
import { Value } from "./Value";

afterEach(cleanup);

it("shows every digit of a number, alone, in a list of keys and inside", () => {
  const { container, rerender } = render(<Value value={parseJson("1152921504606846976")} />);
  expect(container.textContent).toContain("1152921504606846976");
  rerender(<Value value={parseJson('{"n": 1152921504606846976}')} />);
  expect(container.querySelector("dd")?.textContent).toBe("1152921504606846976");
  rerender(<Value value={parseJson('{"n": [1152921504606846976]}')} />);
  expect(container.querySelector("pre")?.textContent).toContain(" 1152921504606846976\n");
});

it.each([
  ["text", "pay \u202E001\u202C", "pay \\u202E001\\u202C"],
  ["keys and values", { "a\u200F": "\u2066b" }, "a\\u200F\\u2066b"],
  ["something deep", { a: [{ b: "\u202Ex" }] }, '"b": "\\u202Ex"'],
])("shows the invisible direction marks of %s", (_name, value, shown) => {
  const { container } = render(<Value value={value} />);
  expect(container.textContent).toContain(shown);
  expect(container.textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/);
});

it.each([
  ["x".repeat(5_000), "Show all (5,000 characters)"],
  [`{\n${"x".repeat(5_000)}\n}`, "Show all (5,004 characters)"],
  ["short\n".repeat(40), "Show all (41 lines)"],
])("says how much more there is by what makes it long", (text, words) => {
  render(<Value value={text} />);
  expect(screen.getByText(words)).toBeTruthy();
});
