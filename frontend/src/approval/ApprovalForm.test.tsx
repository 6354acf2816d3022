// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ApprovalView } from "../api/types";
import ApprovalForm from "./ApprovalForm";

const OPEN: ApprovalView = {
  id: 7,
  run: 3,
  graph_name: "Refund",
  node: "gate",
  node_title: "Gate",
  cause: "gate",
  status: "open",
  prompt: "Pay?",
  approval_schema: { type: "object", properties: { note: { type: "string", title: "Note" } } },
  evidence: {},
  fixed_input: null,
  has_fixed_input: false,
  required: 1,
  approvals: [],
  assignees: [],
  groups: [],
  version: 1,
  created_at: "2026-01-31T14:30:00Z",
  due: null,
  receipt: null,
};
const REJECTED: ApprovalView = {
  ...OPEN,
  status: "rejected",
  version: 2,
  receipt: {
    outcome: "rejected",
    actor: "bo",
    at: "2026-01-31T14:31:00Z",
    reason: "no",
    input: null,
    seq: 9,
    run: 3,
  },
};

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });

beforeAll(() => import("../forms/SchemaForm"));
let head: HTMLElement;
beforeEach(() => {
  head = document.createElement("span");
  head.innerHTML = "<span data-served>Open</span>";
  document.body.append(head);
});
afterEach(() => {
  cleanup();
  head.remove();
  vi.unstubAllGlobals();
});

/** A server with one approval; `decide` answers the decision and may change what is true. */
function open(decide: (server: { approval: ApprovalView }) => Response) {
  const server = { approval: OPEN };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/decision/")) return decide(server);
    if (init.method === "POST") return json({ errors: [] });
    return json(server.approval);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApprovalForm id={7} head={head} />
    </QueryClientProvider>,
  );
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));

it("keeps what was typed when somebody else has decided first, and says who", async () => {
  open((server) => {
    server.approval = REJECTED;
    return json({ code: "already_decided", detail: "It is decided." }, 409);
  });
  fireEvent.change(await screen.findByLabelText(/^Note/), { target: { value: "a long thought" } });
  await press("Approve");
  expect(await screen.findByText("Your answer did not count.")).toBeTruthy();
  expect(screen.getByText("bo had rejected this already.")).toBeTruthy();
  expect(screen.getByText("a long thought")).toBeTruthy();
  expect(head.textContent).toBe("Rejected");
});

it("shows the receipt and the new status in the head after one's own decision, and nothing is lost", async () => {
  open((server) => {
    server.approval = { ...REJECTED, status: "approved" };
    return json(server.approval);
  });
  fireEvent.change(await screen.findByLabelText(/^Note/), { target: { value: "fine" } });
  expect(head.textContent).toBe("Open");
  await press("Approve");
  expect(await screen.findByText("Receipt")).toBeTruthy();
  expect(head.textContent).toBe("Approved");
  expect(screen.queryByText("Your answer did not count.")).toBeNull();
  expect(screen.getByText("#3").getAttribute("href")).toBe("/runs/3/");
});
