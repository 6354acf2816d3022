// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiProblem } from "../../api/http";
import { pauseBefore } from "../../live/backoff";
import { ADA, BOB, FakeServer, Tab } from "./fakes";

let server: FakeServer;
const tabs: Tab[] = [];

function open(me = ADA, mayEdit = true): Tab {
  const tab = new Tab(server, me, mayEdit);
  tabs.push(tab);
  return tab;
}

function opened(me = ADA, mayEdit = true): Tab {
  const tab = open(me, mayEdit);
  tab.editor.start();
  return tab;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.editor.stop();
  vi.useRealTimers();
});

it("sends one edit at a time, each on top of the one before", async () => {
  const tab = opened();
  const [one, other] = [tab.set("a", "A1"), tab.set("a", "A2")];
  await settle();
  expect((await one).ok && (await other).ok).toBe(true);
  expect(tab.sent.map(({ body }) => body.base_version)).toEqual([0, 1]);
  expect(new Set(tab.sent.map(({ key }) => key)).size).toBe(2);
  expect(tab.titles).toEqual(server.nodes);
  expect(tab.state.saving).toBe("stored");
});

it("keeps edits that are made while a save is in flight", async () => {
  const tab = opened();
  let go = () => {};
  tab.gate = new Promise((resolve) => {
    go = resolve;
  });
  void tab.set("a", "first");
  await settle();
  void tab.set("a", "second");
  void tab.set("b", "third");
  expect(tab.state.saving).toBe("saving");
  go();
  await settle();
  expect(server.nodes).toEqual({ a: "second", b: "third" });
  expect(tab.titles).toEqual(server.nodes);
});

it("sends nothing before it is started, and everything then", async () => {
  const tab = open();
  const early = tab.set("a", "early");
  await settle();
  expect(tab.sent).toEqual([]);
  tab.editor.start();
  await settle();
  expect((await early).ok).toBe(true);
  expect(server.nodes).toEqual({ a: "early", b: "B" });
});

it.each(["lost", "answer_lost", new ApiProblem(503, "busy", "Busy.")] as const)(
  "carries an edit out once when the connection fails (%s)",
  async (fate) => {
    const tab = opened();
    tab.fates = [fate, fate];
    const done = tab.set("a", "once");
    await settle();
    expect(tab.state.saving).toBe("waiting");
    expect(tab.state.unsent).toEqual(["Set “A”"]);
    // Others go on meanwhile.
    server.change(BOB, server.version, [{ op: "set", id: "b", title: "Bob’s" }]);
    await vi.advanceTimersByTimeAsync(pauseBefore(1, 1) + pauseBefore(2, 1));
    expect((await done).ok).toBe(true);
    expect(server.rows.filter(({ author }) => author.id === ADA.id)).toHaveLength(1);
    expect(tab.sent).toHaveLength(3);
    expect(new Set(tab.sent.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(tab.titles).toEqual({ a: "once", b: "Bob’s" });
    expect(tab.state.saving).toBe("stored");
    expect(tab.state.unsent).toEqual([]);
  },
);

it("tries at once when the connection comes back", async () => {
  const tab = opened();
  tab.always = "lost";
  void tab.set("a", "back");
  await vi.advanceTimersByTimeAsync(60_000);
  tab.always = "through";
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(server.nodes.a).toBe("back");
});

it("says why an edit was refused, and goes on with the next", async () => {
  const tab = opened();
  server.change(BOB, 0, [{ op: "remove", id: "b" }]);
  const refused = tab.commands.edit([{ op: "remove", id: "b" }]);
  const next = tab.set("a", "goes on");
  await settle();
  expect(await refused).toMatchObject({ ok: false, code: "node_not_found" });
  expect((await next).ok).toBe(true);
  expect(tab.said.filter(({ kind }) => kind === "error").map(({ text }) => text)).toEqual([
    "There is no node b.",
  ]);
  expect(tab.titles).toEqual({ a: "goes on" });
});

it("gives up an edit that cannot be made when its turn comes", async () => {
  const tab = opened();
  const odd = tab.commands.edit(() => {
    if (tab.titles.a === "A1") throw new Error("It is gone.");
    return [{ op: "remove", id: "a" }];
  });
  server.change(BOB, 0, [{ op: "set", id: "a", title: "A1" }]);
  tab.editor.store.getState().takeChanges(server.after(0));
  const next = tab.set("b", "B1");
  await settle();
  expect(await odd).toMatchObject({ ok: false, code: "not_made" });
  expect((await next).ok).toBe(true);
  expect(tab.said.at(-1)?.text).toContain("It is gone.");
});

it("leaves a refusal to a caller who shows it at its field", async () => {
  const tab = opened();
  tab.fates = [
    new ApiProblem(422, "invalid_node", "No.", [{ path: "$.diffs[0].set.title", message: "No." }]),
  ];
  const outcome = tab.commands.edit([{ op: "set", id: "a", title: "" }], { quiet: true });
  await settle();
  expect(await outcome).toMatchObject({ ok: false, errors: [{ message: "No." }] });
  expect(tab.said).toEqual([]);
});

it("waits for a request that the server is still carrying out, but not for ever", async () => {
  const tab = opened();
  tab.fates = Array.from(
    { length: 6 },
    () => new ApiProblem(409, "idempotency_in_progress", "Not finished."),
  );
  const outcome = tab.set("a", "unsure");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await outcome).toMatchObject({ ok: false, code: "idempotency_in_progress" });
  expect(new Set(tab.sent.map(({ key }) => key)).size).toBe(1);
  expect(tab.said.at(-1)?.text).toContain("It cannot be told whether this was stored");
});

it("catches up before it writes when the server is ahead by more than it sends", async () => {
  const tab = opened();
  for (const title of ["B1", "B2"]) server.change(BOB, server.version, [{ op: "set", id: "b", title }]);
  const result = server.change(ADA, server.version, [{ op: "set", id: "a", title: "A1" }]);
  server.answers.set("", result);
  const change = server.change.bind(server);
  vi.spyOn(server, "change").mockImplementationOnce((...given) => ({
    ...change(...given),
    changes: [],
    reset: true,
  }));
  await Promise.all([tab.set("a", "A2"), tab.set("a", "A3"), settle()]);
  expect(tab.titles).toEqual({ a: "A3", b: "B2" });
  expect(tab.sent.map(({ body }) => body.base_version)).toEqual([0, 4]);
});

// ── who may not write ───────────────────────────────────────────────────────────────────────

it("never sends what a viewer does", async () => {
  const tab = opened(ADA, false);
  const outcome = tab.set("a", "no");
  void tab.commands.undo();
  tab.commands.move({ a: { x: 1, y: 2 } });
  tab.commands.keepLayout({ a: { x: 3, y: 4 } }, true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toMatchObject({ ok: false, code: "forbidden" });
  expect(tab.sent).toEqual([]);
  // A layout is shown to a viewer all the same.
  expect(tab.state.positions.a).toMatchObject({ x: 3, y: 4 });
});

it("never sends to an archived graph", async () => {
  server.archived = true;
  const tab = opened();
  expect(await tab.set("a", "no")).toMatchObject({ ok: false, code: "graph_archived" });
  expect(tab.sent).toEqual([]);
});

it("keeps everything when the session ends, and goes on when the same person is back", async () => {
  const tab = opened();
  tab.always = new ApiProblem(401, "unauthenticated", "Sign in first.");
  const done = [tab.set("a", "kept"), tab.set("b", "kept too")];
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tab.state.halt).toBe("signed_out");
  expect(tab.state.unsent).toEqual(["Set “A”", "Set “B”"]);
  expect(tab.sent).toHaveLength(1);
  void tab.set("a", "and this");
  expect(tab.state.unsent).toHaveLength(3);
  tab.always = "through";
  window.dispatchEvent(new Event("focus"));
  await settle();
  expect((await Promise.all(done)).every(({ ok }) => ok)).toBe(true);
  expect(server.nodes).toEqual({ a: "and this", b: "kept too" });
  expect(tab.tokens).toBe(1);
  expect(tab.state.halt).toBeNull();
  expect(tab.state.unsent).toEqual([]);
});

it("never sends in another person's name", async () => {
  const tab = opened();
  tab.always = new ApiProblem(401, "unauthenticated", "Sign in first.");
  void tab.set("a", "Ada’s");
  await settle();
  tab.always = "through";
  tab.me = BOB;
  tab.editor.retry();
  await settle();
  expect(tab.state.halt).toBe("someone_else");
  expect(server.version).toBe(0);
});

it("says that a permission was lost and keeps what was not stored until it is given up", async () => {
  const tab = opened();
  tab.mayEdit = false;
  const outcome = tab.set("a", "too late");
  await settle();
  expect(tab.state.halt).toBe("forbidden");
  expect(tab.state.unsent).toEqual(["Set “A”"]);
  tab.editor.retry();
  await settle();
  expect(tab.state.halt).toBe("forbidden");
  tab.editor.giveUp();
  expect(await outcome).toMatchObject({ ok: false });
  expect(tab.state.unsent).toEqual([]);
  expect(tab.state.saving).toBe("stored");
});

it("renews an old token and sends the same request again", async () => {
  const tab = opened();
  tab.fates = [new ApiProblem(403, "permission_denied", "CSRF Failed: …")];
  expect((await Promise.all([tab.set("a", "through"), settle()]))[0].ok).toBe(true);
  expect(tab.tokens).toBe(1);
  expect(tab.sent[0]).toEqual(tab.sent[1]);
});

// ── closing the tab ─────────────────────────────────────────────────────────────────────────

function closes(): boolean {
  return window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

it("asks before the tab closes only while something waits", async () => {
  const tab = opened();
  expect(closes()).toBe(true);
  tab.always = "lost";
  void tab.set("a", "not yet");
  await settle();
  expect(closes()).toBe(false);
  tab.always = "through";
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closes()).toBe(true);
});
