// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { NodeView } from "../api/types";
import { bodiesOf } from "../graph/items";
import { NodeCard, ticks } from "./NodeCard";

const view = (changes: Partial<NodeView>): NodeView => ({
  id: "approve",
  node: "approve",
  title: "Approve refund",
  kind: "gate",
  index: 2,
  team: null,
  status: "pending",
  status_text: "Pending",
  attempt: 1,
  retry_count: 0,
  predicate_rerun_count: 0,
  predicate_outcome: null,
  assigned_agent: null,
  model: null,
  simulated: false,
  entered_at: null,
  finished_at: null,
  result: null,
  problem: null,
  parked: null,
  case: null,
  skip_reason: null,
  items: null,
  depends_on: [],
  ...changes,
});
const began = "2026-01-01T00:00:00Z";
const now = Date.parse("2026-01-01T00:01:52.900Z");
const card = (changes: Partial<NodeView>) =>
  render(<NodeCard title="Approve refund" kind="gate" view={view(changes)} now={now} />);

afterEach(cleanup);

describe("a node card", () => {
  it("says its state by icon, word and colour", () => {
    const { container } = card({ status: "waiting", status_text: "Waiting · 0 of 2", entered_at: began });
    expect(screen.getByText("Waiting · 0 of 2")).toBeTruthy();
    expect(container.querySelector(".state-waiting svg")).toBeTruthy();
    expect(screen.getByText("1 m")).toBeTruthy();
  });

  it("shows how long it took once it is done", () => {
    card({
      status: "completed",
      status_text: "Completed",
      entered_at: began,
      finished_at: "2026-01-01T00:00:06.1Z",
    });
    expect(screen.getByText("6.1 s")).toBeTruthy();
  });

  it("says which case a branch took", () => {
    card({ kind: "branch", status: "completed", status_text: "Completed", case: "over 250" });
    expect(screen.getByText("over 250")).toBeTruthy();
  });

  it("says why it was skipped, not how long", () => {
    card({
      status: "skipped",
      status_text: "Skipped · other case",
      skip_reason: "other case",
      entered_at: began,
      finished_at: began,
    });
    expect(screen.getByText("Skipped · other case")).toBeTruthy();
    expect(screen.queryByText("other case")).toBeNull();
    expect(screen.queryByText("0 ms")).toBeNull();
  });

  it("counts a map's items", () => {
    const bodies = bodiesOf({
      "each[0]/read": view({ id: "each[0]/read", node: "read", status: "completed" }),
      "each[1]/read": view({ id: "each[1]/read", node: "read", status: "running" }),
    });
    render(
      <NodeCard
        title="Each page"
        kind="map"
        view={view({ status: "running", status_text: "Running" })}
        items={{ completed: 1, running: 1 }}
        now={now}
      />,
    );
    expect(screen.getByText("1/2")).toBeTruthy();
    expect(screen.getByRole("img", { name: "1 of 2 done" })).toBeTruthy();
    expect(bodies.get("read")).toEqual({ completed: 1, running: 1 });
  });

  it("ticks only while its time runs", () => {
    expect(ticks(view({ status: "running" }))).toBe(true);
    expect(ticks(view({ status: "completed", finished_at: began }))).toBe(false);
    expect(ticks(undefined)).toBe(false);
  });
});
