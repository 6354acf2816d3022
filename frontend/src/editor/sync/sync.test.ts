// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem } from "../../api/http";
import { QUIET_MS } from "../../live/announcer";
import { FAILURES_BEFORE_POLLING, PING_TIMEOUT_MS, POLL_EVERY_MS } from "../../live/follower";
import { documentOf, draftFrom } from "../model";
import { ADA, BOB, FakeServer, Tab } from "./fakes";

let server: FakeServer;
const tabs: Tab[] = [];

const settle = () => vi.advanceTimersByTimeAsync(0);

function connected(me = ADA, mayEdit = true): Tab {
  const tab = new Tab(server, me, mayEdit);
  tabs.push(tab);
  tab.editor.start();
  tab.socket.hello();
  return tab;
}

/** What the page shows is what a page that is loaded now shows. */
function expectFresh(tab: Tab): void {
  const view = server.draft(tab.me, tab.mayEdit);
  expect(documentOf(tab.state.draft)).toEqual(documentOf(draftFrom(view.version, view.graph, view.nodes)));
  expect(tab.state.draft.version).toBe(view.version);
  expect(tab.state.problems).toEqual(view.problems);
  expect(tab.state.changes.map(({ version }) => version)).toEqual(view.changes.map(({ version }) => version));
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.editor.stop();
  vi.useRealTimers();
});

describe("two tabs", () => {
  it("see each other's changes, and nothing is taken twice", async () => {
    const [ada, bob] = [connected(), connected(BOB)];
    void ada.set("a", "Ada’s");
    void bob.set("b", "Bob’s");
    await settle();
    server.publish();
    server.publish();
    for (const tab of [ada, bob]) expectFresh(tab);
    expect(server.nodes).toEqual({ a: "Ada’s", b: "Bob’s" });
    expect(ada.read).toEqual([]);
  });

  it("take their own change once when its news come before its answer", async () => {
    const ada = connected();
    const answer = server.change.bind(server);
    vi.spyOn(server, "change").mockImplementationOnce((...given) => {
      const result = answer(...given);
      server.publish();
      return result;
    });
    void ada.set("a", "A1");
    await settle();
    expectFresh(ada);
    expect(ada.state.undo).toBe("set a A1");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ada.read).toEqual([]);
  });

  it("of one person know of each other what undo would do", async () => {
    const [one, other] = [connected(), connected()];
    void one.set("a", "A1");
    await settle();
    server.publish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(other.state.undo).toBe("set a A1");
    void other.commands.undo();
    await settle();
    expect(server.nodes.a).toBe("A");
  });

  it("tell what others did, summed up; a lone editor is told nothing", async () => {
    const [ada, bob] = [connected(), connected(BOB)];
    for (const title of ["1", "12", "123"]) {
      void ada.set("a", title, "typing");
      await settle();
      server.publish();
    }
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(ada.said).toEqual([]);
    expect(bob.said.map(({ kind, text }) => [kind, text])).toEqual([
      ["info", "Ada: set a 1"],
      ["info", "Ada: set a 123"],
    ]);
    expectFresh(ada);
  });

  it("a stale one catches up before it writes", async () => {
    const ada = connected();
    server.change(BOB, 0, [{ op: "set", id: "b", title: "B1" }]);
    // The page slept: its timers did not run, so it does not know that it was cut off.
    vi.setSystemTime(Date.now() + PING_TIMEOUT_MS + 1);
    void ada.set("a", "A1");
    await settle();
    expect(ada.read).toEqual(["/api/graphs/g/draft/changes/?after=0"]);
    expect(ada.sent[0]?.body.base_version).toBe(1);
    expectFresh(ada);
  });
});

describe("an edit that says what a node is now", () => {
  it("is made when its turn comes, so what was done just before it stays", async () => {
    const ada = connected();
    const marked = () => [{ op: "set", id: "a", title: `${ada.titles.a}!` }];
    void ada.set("a", "A1");
    const second = ada.commands.edit(marked);
    const third = ada.commands.edit(marked);
    await settle();
    expect([(await second).ok, (await third).ok]).toEqual([true, true]);
    expect(server.nodes.a).toBe("A1!!");
    expectFresh(ada);
  });

  it("is not sent when there is nothing left to do, and nobody is told", async () => {
    const ada = connected();
    void ada.commands.edit([{ op: "remove", id: "b" }]);
    const late = ada.commands.edit(() =>
      ada.state.draft.nodes.has("b") ? [{ op: "set", id: "b", title: "late" }] : [],
    );
    await settle();
    expect(await late).toMatchObject({ ok: false, code: "nothing_to_do" });
    expect(ada.sent).toHaveLength(1);
    expect(ada.said).toEqual([]);
  });
});

describe("the connection", () => {
  it("brings exactly what was missed when it is back, and every node of it", async () => {
    const ada = connected();
    ada.socket.drop();
    expect(ada.state.connection).toBe("lost");
    server.change(BOB, 0, [
      { op: "set", id: "c", title: "" },
      { op: "remove", id: "b" },
    ]);
    server.change(BOB, 1, [{ op: "set", id: "a", title: "A1" }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ada.socket.after).toBe(0);
    ada.socket.hello();
    expectFresh(ada);
    expect(ada.connections).toEqual(["live", "lost", "live"]);
  });

  it("asks for what is missing at a gap and then for what goes with it", async () => {
    const ada = connected();
    for (const title of ["B1", ""]) server.change(BOB, server.version, [{ op: "set", id: "b", title }]);
    ada.socket.after = 1;
    ada.socket.tellNews();
    await settle();
    expect(ada.read).toEqual(["/api/graphs/g/draft/changes/?after=0"]);
    expect(ada.titles).toEqual(server.nodes);
    await vi.advanceTimersByTimeAsync(1_000);
    expectFresh(ada);
  });

  it("reads the draft anew when it is too far behind", async () => {
    const ada = connected();
    server.change(BOB, 0, [{ op: "set", id: "b", title: "B1" }]);
    ada.socket.tell({ type: "reset", seq: 1 });
    await settle();
    expect(ada.read).toEqual(["/api/graphs/g/draft/"]);
    expectFresh(ada);
  });

  it("follows a server that went back in time", async () => {
    const ada = connected();
    await Promise.all([ada.set("a", "A1"), ada.set("a", "A2"), settle()]);
    server.rows.length = 0;
    server.nodes = { a: "from the backup" };
    ada.socket.drop();
    await vi.advanceTimersByTimeAsync(1_000);
    ada.socket.hello();
    await settle();
    expectFresh(ada);
    expect(ada.titles).toEqual({ a: "from the backup" });
  });

  it("reads a draft anew that nobody changed but a new revision replaced", async () => {
    const ada = connected();
    server.base = 2;
    server.nodes = { z: "Imported" };
    server.publish();
    await settle();
    expectFresh(ada);
    expect(ada.state.baseRevision).toBe(2);
  });

  it("asks every few seconds when no socket works, layout included", async () => {
    const ada = connected();
    for (let failure = 0; failure < FAILURES_BEFORE_POLLING; failure += 1) {
      ada.socket.drop();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(ada.state.connection).toBe("polling");
    server.change(BOB, 0, [{ op: "set", id: "b", title: "" }]);
    await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
    expectFresh(ada);
    server.layout = { version: 1, positions: { a: { x: 1, y: 2, by_hand: true } } };
    await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
    expect(ada.state.positions.a).toEqual({ x: 1, y: 2, by_hand: true });
  });

  it("sends what waited as soon as it is back", async () => {
    const ada = connected();
    ada.socket.drop();
    ada.always = "lost";
    void ada.set("a", "waited");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([ada.state.saving, ada.state.connection]).toEqual(["waiting", "lost"]);
    ada.always = "through";
    ada.socket.hello();
    await settle();
    expect(server.nodes.a).toBe("waited");
    expect(ada.state.saving).toBe("stored");
  });

  it("says why it ended, and starts again for the same person", async () => {
    const ada = connected();
    ada.always = new ApiProblem(401, "unauthenticated", "Sign in first.");
    ada.socket.drop(4401);
    await settle();
    expect([ada.state.connection, ada.state.halt]).toEqual(["denied", "signed_out"]);
    ada.always = "through";
    window.dispatchEvent(new Event("focus"));
    await settle();
    ada.socket.hello();
    expect([ada.state.connection, ada.state.halt]).toEqual(["live", null]);
  });

  it("keeps the problems of the newest version when an answer and the socket cross", async () => {
    const ada = connected();
    // The answer to version 1 tells a problem; version 2 took it away before the socket told of either.
    void ada.set("a", "");
    await settle();
    expect(ada.state.problems.total).toBe(1);
    // Changes come before their problems.
    server.publish();
    expect(ada.state.problems.total).toBe(1);
    server.change(BOB, 1, [{ op: "set", id: "a", title: "A again" }]);
    server.publish();
    expectFresh(ada);
  });
});

describe("undo", () => {
  it("works after changes were stored by themselves, and by whom they were made", async () => {
    const [ada, bob] = [connected(), connected(BOB)];
    await Promise.all([ada.set("a", "A1"), bob.set("b", "B1"), settle()]);
    server.publish();
    void ada.commands.undo();
    await settle();
    expect(server.nodes).toEqual({ a: "A", b: "B1" });
    expect(ada.state.changes.map(({ undone }) => undone)).toEqual([true, false, false]);
    void ada.commands.redo();
    await settle();
    expect(server.nodes).toEqual({ a: "A1", b: "B1" });
    expect(ada.state.changes.map(({ undone }) => undone)).toEqual([false, false, true, false]);
    expectFresh(ada);
  });

  it("takes back an edit that is still on its way, after it", async () => {
    const ada = connected();
    void ada.set("a", "A1");
    void ada.commands.undo();
    void ada.commands.undo();
    await settle();
    expect(server.nodes).toEqual({ a: "A", b: "B" });
    expect(ada.said).toEqual([]);
  });

  it("says why it cannot, and offers the one before", async () => {
    const ada = connected();
    await Promise.all([ada.set("b", "B1"), ada.set("a", "A1"), settle()]);
    server.change(BOB, 2, [{ op: "set", id: "a", title: "Bob’s" }]);
    server.publish();
    void ada.commands.undo();
    await settle();
    const refusal = ada.said.find(({ kind }) => kind === "error");
    expect(refusal).toMatchObject({
      text: "Bob changed “A” since.",
      action: { label: "Undo the one before" },
    });
    expect(server.nodes).toEqual({ a: "Bob’s", b: "B1" });
    if (refusal?.action && "run" in refusal.action) refusal.action.run();
    await settle();
    expect(server.nodes).toEqual({ a: "Bob’s", b: "B" });
  });

  it("goes through moves and changes in the order in which they were made", async () => {
    const ada = connected();
    ada.commands.move({ a: { x: 10, y: 10 } });
    await Promise.all([ada.set("a", "A1"), settle()]);
    ada.commands.move({ a: { x: 20, y: 20 } });
    expect(ada.state.undo).toBe("Moved “A1”");
    void ada.commands.undo();
    expect(ada.state.positions.a).toMatchObject({ x: 10 });
    expect([ada.state.undo, ada.state.redo]).toEqual(["set a A1", "Moved “A1”"]);
    void ada.commands.undo();
    await settle();
    expect(server.nodes.a).toBe("A");
    void ada.commands.undo();
    expect(ada.state.positions.a).toBeUndefined();
    for (let step = 0; step < 3; step += 1) {
      void ada.commands.redo();
      await settle();
    }
    expect(server.nodes.a).toBe("A1");
    expect(ada.state.positions.a).toMatchObject({ x: 20 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.layout.positions).toEqual({ a: { x: 20, y: 20, by_hand: true } });
  });

  it("of a move needs no connection; pressed twice it takes each once", async () => {
    const ada = connected();
    ada.always = "lost";
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.move({ a: { x: 2, y: 2 } });
    void ada.commands.undo();
    void ada.commands.undo();
    expect(ada.state.positions.a).toBeUndefined();
  });

  it("waits its turn behind an undo that is not answered yet", async () => {
    const ada = connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    void ada.set("a", "A1");
    void ada.commands.undo();
    void ada.commands.undo();
    expect(ada.state.positions.a).toMatchObject({ x: 1 });
    await settle();
    expect(server.nodes.a).toBe("A");
    expect(ada.state.positions.a).toBeUndefined();
  });

  it("of a whole layout puts everything back", async () => {
    const ada = connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.keepLayout({ a: { x: 9, y: 9 }, b: { x: 8, y: 8 } }, true);
    expect(ada.state.positions).toEqual({
      a: { x: 9, y: 9, by_hand: false },
      b: { x: 8, y: 8, by_hand: false },
    });
    void ada.commands.undo();
    expect(ada.state.positions).toEqual({ a: { x: 1, y: 1, by_hand: true } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.layout.positions).toEqual({ a: { x: 1, y: 1, by_hand: true } });
  });
});

describe("where nodes stand", () => {
  it("is stored together, soon, and again until it is", async () => {
    const ada = connected();
    ada.fates = ["lost"];
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.move({ a: { x: 2, y: 2 }, b: { x: 3, y: 3 } });
    await vi.advanceTimersByTimeAsync(400);
    expect(ada.sent).toHaveLength(1);
    expect([ada.state.saving, ada.state.unsent]).toEqual(["waiting", ["Where nodes were moved to"]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.layout.positions).toMatchObject({ a: { x: 2 }, b: { x: 3 } });
    expect(ada.state.saving).toBe("stored");
  });

  it("comes from others at once without undoing what is not stored here yet", async () => {
    const ada = connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    server.layout = {
      version: 1,
      positions: { a: { x: 5, y: 5, by_hand: true }, b: { x: 6, y: 6, by_hand: true } },
    };
    ada.socket.tellNews({ layout: server.layout });
    expect(ada.state.positions).toMatchObject({ a: { x: 1 }, b: { x: 6 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.layout.positions).toMatchObject({ a: { x: 1 }, b: { x: 6 } });
  });

  it("keeps what was placed by hand when a layout arrives by itself", () => {
    const ada = connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.keepLayout({ a: { x: 9, y: 9 }, b: { x: 8, y: 8 } }, false);
    expect(ada.state.positions).toMatchObject({ a: { x: 1 }, b: { x: 8 } });
    expect(ada.state.undo).toBe("Moved “A”");
  });
});

describe("presence", () => {
  it("tells where this person looks, a few times a second at most, and again after a cut", async () => {
    const ada = connected();
    ada.commands.lookAt("a");
    ada.commands.lookAt("b");
    ada.commands.lookAt("c");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ada.socket.sent).toEqual([
      { type: "look", node: "a" },
      { type: "look", node: "c" },
    ]);
    ada.socket.drop();
    await vi.advanceTimersByTimeAsync(1_000);
    ada.socket.hello();
    expect(ada.socket.sent).toEqual([{ type: "look", node: "c" }]);
  });

  it("shows who is here as long as that is known", () => {
    const ada = connected();
    const people = [{ id: 2, name: "Bob", colour: 2, node: null }];
    ada.socket.tell({ type: "people", people });
    expect(ada.state.people).toEqual(people);
    ada.socket.drop();
    expect(ada.state.people).toEqual([]);
  });
});
