// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { ApiProblem } from "../../api/http";
import { QUIET_MS } from "../../live/announcer";
import { FAILURES_BEFORE_POLLING, PING_TIMEOUT_MS, POLL_EVERY_MS } from "../../live/follower";
import { BOB } from "./fakes";
import { newTabs, settle } from "./tabs";

const at = newTabs();

describe("two tabs", () => {
  it("see each other's changes, and nothing is taken twice", async () => {
    const [ada, bob] = [at.connected(), at.connected(BOB)];
    void ada.set("a", "Ada’s");
    void bob.set("b", "Bob’s");
    await settle();
    at.server.publish();
    at.server.publish();
    for (const tab of [ada, bob]) at.expectFresh(tab);
    expect(at.server.nodes).toEqual({ a: "Ada’s", b: "Bob’s" });
    expect(ada.read).toEqual([]);
  });

  it("take their own change once when its news come before its answer", async () => {
    const ada = at.connected();
    const answer = at.server.change.bind(at.server);
    vi.spyOn(at.server, "change").mockImplementationOnce((...given) => {
      const result = answer(...given);
      at.server.publish();
      return result;
    });
    void ada.set("a", "A1");
    await settle();
    at.expectFresh(ada);
    expect(ada.state.undo).toBe("set a A1");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ada.read).toEqual([]);
  });

  it("of one person know of each other what undo would do", async () => {
    const [one, other] = [at.connected(), at.connected()];
    void one.set("a", "A1");
    await settle();
    at.server.publish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(other.state.undo).toBe("set a A1");
    void other.commands.undo();
    await settle();
    expect(at.server.nodes.a).toBe("A");
  });

  it("tell what others did, summed up; a lone editor is told nothing", async () => {
    const [ada, bob] = [at.connected(), at.connected(BOB)];
    for (const title of ["1", "12", "123"]) {
      void ada.set("a", title, "typing");
      await settle();
      at.server.publish();
    }
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(ada.said).toEqual([]);
    expect(bob.said.map(({ kind, text }) => [kind, text])).toEqual([
      ["info", "Ada: set a 1"],
      ["info", "Ada: set a 123"],
    ]);
    at.expectFresh(ada);
  });

  it("a stale one catches up before it writes", async () => {
    const ada = at.connected();
    at.server.change(BOB, 0, [{ op: "set", id: "b", title: "B1" }]);
    // The page slept: its timers did not run, so it does not know that it was cut off.
    vi.setSystemTime(Date.now() + PING_TIMEOUT_MS + 1);
    void ada.set("a", "A1");
    await settle();
    expect(ada.read).toEqual(["/api/graphs/g/draft/changes/?after=0"]);
    expect(ada.sent[0]?.body.base_version).toBe(1);
    at.expectFresh(ada);
  });
});

describe("an edit that says what a node is now", () => {
  it("is made when its turn comes, so what was done just before it stays", async () => {
    const ada = at.connected();
    const marked = () => [{ op: "set", id: "a", title: `${ada.titles.a}!` }];
    void ada.set("a", "A1");
    const second = ada.commands.edit(marked);
    const third = ada.commands.edit(marked);
    await settle();
    expect([(await second).ok, (await third).ok]).toEqual([true, true]);
    expect(at.server.nodes.a).toBe("A1!!");
    at.expectFresh(ada);
  });

  it("is not sent when there is nothing left to do, and nobody is told", async () => {
    const ada = at.connected();
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
    const ada = at.connected();
    ada.socket.drop();
    expect(ada.state.connection).toBe("lost");
    at.server.change(BOB, 0, [
      { op: "set", id: "c", title: "" },
      { op: "remove", id: "b" },
    ]);
    at.server.change(BOB, 1, [{ op: "set", id: "a", title: "A1" }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ada.socket.after).toBe(0);
    ada.socket.hello();
    at.expectFresh(ada);
    expect(ada.connections).toEqual(["live", "lost", "live"]);
  });

  it("asks for what is missing at a gap and then for what goes with it", async () => {
    const ada = at.connected();
    for (const title of ["B1", ""]) at.server.change(BOB, at.server.version, [{ op: "set", id: "b", title }]);
    ada.socket.after = 1;
    ada.socket.tellNews();
    await settle();
    expect(ada.read).toEqual(["/api/graphs/g/draft/changes/?after=0"]);
    expect(ada.titles).toEqual(at.server.nodes);
    await vi.advanceTimersByTimeAsync(1_000);
    at.expectFresh(ada);
  });

  it("reads the draft anew when it is too far behind", async () => {
    const ada = at.connected();
    at.server.change(BOB, 0, [{ op: "set", id: "b", title: "B1" }]);
    ada.socket.tell({ type: "reset", seq: 1 });
    await settle();
    expect(ada.read).toEqual(["/api/graphs/g/draft/"]);
    at.expectFresh(ada);
  });

  it("follows a server that went back in time", async () => {
    const ada = at.connected();
    await Promise.all([ada.set("a", "A1"), ada.set("a", "A2"), settle()]);
    at.server.rows.length = 0;
    at.server.nodes = { a: "from the backup" };
    ada.socket.drop();
    await vi.advanceTimersByTimeAsync(1_000);
    ada.socket.hello();
    await settle();
    at.expectFresh(ada);
    expect(ada.titles).toEqual({ a: "from the backup" });
  });

  it("reads a draft anew that nobody changed but a new revision replaced", async () => {
    const ada = at.connected();
    at.server.base = 2;
    at.server.nodes = { z: "Imported" };
    at.server.publish();
    await settle();
    at.expectFresh(ada);
    expect(ada.state.baseRevision).toBe(2);
  });

  it("asks every few seconds when no socket works, layout included", async () => {
    const ada = at.connected();
    for (let failure = 0; failure < FAILURES_BEFORE_POLLING; failure += 1) {
      ada.socket.drop();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(ada.state.connection).toBe("polling");
    at.server.change(BOB, 0, [{ op: "set", id: "b", title: "" }]);
    await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
    at.expectFresh(ada);
    at.server.layout = { version: 1, positions: { a: { x: 1, y: 2, by_hand: true } } };
    await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
    expect(ada.state.positions.a).toEqual({ x: 1, y: 2, by_hand: true });
  });

  it("sends what waited as soon as it is back", async () => {
    const ada = at.connected();
    ada.socket.drop();
    ada.always = "lost";
    void ada.set("a", "waited");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([ada.state.saving, ada.state.connection]).toEqual(["waiting", "lost"]);
    ada.always = "through";
    ada.socket.hello();
    await settle();
    expect(at.server.nodes.a).toBe("waited");
    expect(ada.state.saving).toBe("stored");
  });

  it("says why it ended, and starts again for the same person", async () => {
    const ada = at.connected();
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
    const ada = at.connected();
    // The answer to version 1 tells a problem; version 2 took it away before the socket told of either.
    void ada.set("a", "");
    await settle();
    expect(ada.state.problems.total).toBe(1);
    // Changes come before their problems.
    at.server.publish();
    expect(ada.state.problems.total).toBe(1);
    at.server.change(BOB, 1, [{ op: "set", id: "a", title: "A again" }]);
    at.server.publish();
    at.expectFresh(ada);
  });
});
