// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Toasts, toast } from "./toasts";

let root: Root;
const box = () => document.querySelector(".toasts") as HTMLElement;
const texts = () =>
  [...document.querySelectorAll(".toast[class*=toast-] > span")].map((one) => one.textContent);
const say = (kind: "info" | "error", text: string) => act(() => toast(kind, text));
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "<div id=root></div>";
  root = createRoot(document.getElementById("root") as HTMLElement);
  act(() => root.render(<Toasts />));
});
afterEach(async () => {
  for (let round = 0; round < 9; round += 1) await pass(30_000);
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("lets news go by themselves, and refusals later", async () => {
  say("info", "news");
  say("error", "refused");
  await pass(7_000);
  expect(texts()).toEqual(["refused"]);
  await pass(15_000);
  expect(texts()).toEqual([]);
});

it("shows three, and says how many more there are", () => {
  for (const text of ["1", "2", "3", "4", "5"]) say("error", text);
  expect(texts()).toEqual(["3", "4", "5"]);
  expect(box().textContent).toContain("and 2 more");
});

it("waits while somebody has the focus in them", async () => {
  say("info", "news");
  act(() => box().querySelector("button")?.focus());
  await pass(60_000);
  expect(texts()).toEqual(["news"]);
  act(() => box().querySelector("button")?.blur());
  await pass(7_000);
  expect(texts()).toEqual([]);
});
