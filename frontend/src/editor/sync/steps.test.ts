// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { BOB } from "./fakes";
import { newTabs, settle } from "./tabs";

const at = newTabs();

describe("undo", () => {
  it("works after changes were stored by themselves, and by whom they were made", async () => {
    const [ada, bob] = [at.connected(), at.connected(BOB)];
    await Promise.all([ada.set("a", "A1"), bob.set("b", "B1"), settle()]);
    at.server.publish();
    void ada.commands.undo();
    await settle();
    expect(at.server.nodes).toEqual({ a: "A", b: "B1" });
    expect(ada.state.changes.map(({ undone }) => undone)).toEqual([true, false, false]);
    void ada.commands.redo();
    await settle();
    expect(at.server.nodes).toEqual({ a: "A1", b: "B1" });
    expect(ada.state.changes.map(({ undone }) => undone)).toEqual([false, false, true, false]);
    at.expectFresh(ada);
  });

  it("takes back an edit that is still on its way, after it", async () => {
    const ada = at.connected();
    void ada.set("a", "A1");
    void ada.commands.undo();
    void ada.commands.undo();
    await settle();
    expect(at.server.nodes).toEqual({ a: "A", b: "B" });
    expect(ada.said).toEqual([]);
  });

  it("says why it cannot, and offers the one before", async () => {
    const ada = at.connected();
    await Promise.all([ada.set("b", "B1"), ada.set("a", "A1"), settle()]);
    at.server.change(BOB, 2, [{ op: "set", id: "a", title: "Bob’s" }]);
    at.server.publish();
    void ada.commands.undo();
    await settle();
    const refusal = ada.said.find(({ kind }) => kind === "error");
    expect(refusal).toMatchObject({
      text: "Bob changed “A” since.",
      action: { label: "Undo the one before" },
    });
    expect(at.server.nodes).toEqual({ a: "Bob’s", b: "B1" });
    if (refusal?.action && "run" in refusal.action) refusal.action.run();
    await settle();
    expect(at.server.nodes).toEqual({ a: "Bob’s", b: "B" });
  });

  it("goes through moves and changes in the order in which they were made", async () => {
    const ada = at.connected();
    ada.commands.move({ a: { x: 10, y: 10 } });
    await Promise.all([ada.set("a", "A1"), settle()]);
    ada.commands.move({ a: { x: 20, y: 20 } });
    expect(ada.state.undo).toBe("Moved “A1”");
    void ada.commands.undo();
    expect(ada.state.positions.a).toMatchObject({ x: 10 });
    expect([ada.state.undo, ada.state.redo]).toEqual(["set a A1", "Moved “A1”"]);
    void ada.commands.undo();
    await settle();
    expect(at.server.nodes.a).toBe("A");
    void ada.commands.undo();
    expect(ada.state.positions.a).toBeUndefined();
    for (let step = 0; step < 3; step += 1) {
      void ada.commands.redo();
      await settle();
    }
    expect(at.server.nodes.a).toBe("A1");
    expect(ada.state.positions.a).toMatchObject({ x: 20 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(at.server.layout.positions).toEqual({ a: { x: 20, y: 20, by_hand: true } });
  });

  it("of a move needs no connection; pressed twice it takes each once", async () => {
    const ada = at.connected();
    ada.always = "lost";
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.move({ a: { x: 2, y: 2 } });
    void ada.commands.undo();
    void ada.commands.undo();
    expect(ada.state.positions.a).toBeUndefined();
  });

  it("waits its turn behind an undo that is not answered yet", async () => {
    const ada = at.connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    void ada.set("a", "A1");
    void ada.commands.undo();
    void ada.commands.undo();
    expect(ada.state.positions.a).toMatchObject({ x: 1 });
    await settle();
    expect(at.server.nodes.a).toBe("A");
    expect(ada.state.positions.a).toBeUndefined();
  });

  it("of a whole layout puts everything back", async () => {
    const ada = at.connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.keepLayout({ a: { x: 9, y: 9 }, b: { x: 8, y: 8 } }, true);
    expect(ada.state.positions).toEqual({
      a: { x: 9, y: 9, by_hand: false },
      b: { x: 8, y: 8, by_hand: false },
    });
    void ada.commands.undo();
    expect(ada.state.positions).toEqual({ a: { x: 1, y: 1, by_hand: true } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(at.server.layout.positions).toEqual({ a: { x: 1, y: 1, by_hand: true } });
  });
});

describe("where nodes stand", () => {
  it("is stored together, soon, and again until it is", async () => {
    const ada = at.connected();
    ada.fates = ["lost"];
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.move({ a: { x: 2, y: 2 }, b: { x: 3, y: 3 } });
    await vi.advanceTimersByTimeAsync(400);
    expect(ada.sent).toHaveLength(1);
    expect([ada.state.saving, ada.state.unsent]).toEqual(["waiting", ["Where nodes were moved to"]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(at.server.layout.positions).toMatchObject({ a: { x: 2 }, b: { x: 3 } });
    expect(ada.state.saving).toBe("stored");
  });

  it("comes from others at once without undoing what is not stored here yet", async () => {
    const ada = at.connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    at.server.layout = {
      version: 1,
      positions: { a: { x: 5, y: 5, by_hand: true }, b: { x: 6, y: 6, by_hand: true } },
    };
    ada.socket.tellNews({ layout: at.server.layout });
    expect(ada.state.positions).toMatchObject({ a: { x: 1 }, b: { x: 6 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(at.server.layout.positions).toMatchObject({ a: { x: 1 }, b: { x: 6 } });
  });

  it("is undone for a node that is called like something every object has", async () => {
    const ada = at.connected();
    ada.commands.keepLayout({ constructor: { x: 9, y: 9 } }, false);
    expect(ada.state.positions.constructor).toEqual({ x: 9, y: 9, by_hand: false });
    ada.commands.move({ valueOf: { x: 1, y: 1 } });
    void ada.commands.undo();
    expect(Object.keys(ada.state.positions)).toEqual(["constructor"]);
  });

  it("keeps what was placed by hand when a layout arrives by itself", () => {
    const ada = at.connected();
    ada.commands.move({ a: { x: 1, y: 1 } });
    ada.commands.keepLayout({ a: { x: 9, y: 9 }, b: { x: 8, y: 8 } }, false);
    expect(ada.state.positions).toMatchObject({ a: { x: 1 }, b: { x: 8 } });
    expect(ada.state.undo).toBe("Moved “A”");
  });
});

describe("presence", () => {
  it("tells where this person looks, a few times a second at most, and again after a cut", async () => {
    const ada = at.connected();
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
    const ada = at.connected();
    const people = [{ id: 2, name: "Bob", colour: 2, node: null }];
    ada.socket.tell({ type: "people", people });
    expect(ada.state.people).toEqual(people);
    ada.socket.drop();
    expect(ada.state.people).toEqual([]);
  });
});
