import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { number, optionalText } from "./codecs";
import { deskOf } from "./desk";
import { fieldPlace, fixedPlace } from "./places";
import { ADA, FakeServer, ME } from "./testing";
import { FieldVisit, PAUSE_MS } from "./visit";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pause = () => vi.advanceTimersByTimeAsync(PAUSE_MS + 1);
const settle = () => vi.advanceTimersByTimeAsync(0);

function opened(server = new FakeServer([{ id: "a", kind: "agent", description: "old" }])) {
  const visit = new FieldVisit(deskOf(server.editor), fieldPlace("a", "description"), optionalText, {
    label: "Description",
  });
  const close = visit.enter();
  visit.focus();
  return { server, visit, close, view: () => visit.snapshot() };
}

describe("a choice that waited", () => {
  const chosen = (server: FakeServer, mine: unknown) =>
    deskOf(server.editor).edit({ node: "a", change: () => ({ role: mine }) }, { quiet: true });

  it("does not take another's place unseen, and both are told", async () => {
    const server = new FakeServer([{ id: "a", kind: "gate", role: "old" }]);
    server.hold();
    const done = chosen(server, "mine");
    server.other("a", { role: "theirs" });
    await server.release();
    expect(await done).toMatchObject({ ok: false, detail: expect.stringMatching(/"theirs".*"mine"/) });
    expect(server.node("a")?.role).toBe("theirs");
  });

  it("is stored after one's own choices before it, and beside what others did elsewhere", async () => {
    const server = new FakeServer([{ id: "a", kind: "gate", role: "old" }]);
    server.hold();
    const all = [chosen(server, "first"), chosen(server, "second")];
    server.other("a", { title: "theirs" });
    await server.release();
    expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(server.node("a")).toMatchObject({ role: "second", title: "theirs" });
  });
});

describe("a visit to a field", () => {
  it("sends what is typed after a pause and when it is left, all of it as one gesture", async () => {
    const { server, visit, view } = opened();
    visit.change("n");
    visit.change("ne");
    expect(server.sent).toHaveLength(0);
    await pause();
    visit.change("new");
    visit.leave();
    await settle();
    expect(server.sent.map((one) => one.diffs[0]?.set)).toEqual([
      { description: "ne" },
      { description: "new" },
    ]);
    expect(new Set(server.sent.map((one) => one.gesture)).size).toBe(1);
    expect(server.sent[0]?.gesture).not.toBe("");
    expect(view()).toEqual({ value: "new", typed: false, refusal: null, theirs: null });
  });

  it("is another gesture the next time", async () => {
    const { server, visit } = opened();
    visit.change("one");
    visit.leave();
    await settle();
    visit.focus();
    visit.change("two");
    visit.leave();
    await settle();
    expect(new Set(server.sent.map((one) => one.gesture)).size).toBe(2);
  });

  it("sends nothing when nothing was changed in the end", async () => {
    const { server, visit } = opened();
    visit.change("older");
    visit.change("old");
    visit.leave();
    await settle();
    expect(server.sent).toHaveLength(0);
  });

  it("takes a field away when it is emptied", async () => {
    const { server, visit } = opened();
    visit.change("");
    visit.leave();
    await settle();
    expect(server.sent[0]?.diffs).toEqual([{ op: "update_node", id: "a", set: {}, unset: ["description"] }]);
  });

  it("keeps what is typed while an answer is on its way, and sends it when it has come", async () => {
    const { server, visit, view } = opened();
    server.hold();
    visit.change("one");
    await pause();
    visit.change("one two");
    await pause();
    expect(view().value).toBe("one two");
    await server.release();
    await pause();
    expect(server.sent.map((one) => one.diffs[0]?.set)).toEqual([
      { description: "one" },
      { description: "one two" },
    ]);
  });

  it("sends at once what is left, before whatever is done next", async () => {
    const { server, visit } = opened();
    server.hold();
    visit.change("one");
    await pause();
    visit.change("two");
    visit.leave();
    const next = server.editor.commands.edit([{ op: "remove_node", id: "b" }]);
    await server.release();
    await next;
    expect(server.sent.map((one) => one.diffs[0]?.op)).toEqual(["update_node", "update_node", "remove_node"]);
  });

  it("follows others as long as nothing is typed", () => {
    const { server, view } = opened();
    server.other("a", { description: "theirs" });
    expect(view()).toEqual({ value: "theirs", typed: false, refusal: null, theirs: null });
  });

  it("is not touched by what others do to other fields", async () => {
    const { server, visit, view } = opened();
    visit.change("mine");
    server.other("a", { title: "theirs" });
    expect(view()).toMatchObject({ value: "mine", theirs: null });
    await pause();
    expect(server.node("a")).toMatchObject({ description: "mine", title: "theirs" });
  });

  it("says who changed the same field, keeps what is typed, and sends nothing until the person has chosen", async () => {
    const { server, visit, view } = opened();
    visit.change("mine");
    server.other("a", { description: "theirs" });
    await pause();
    visit.change("mine too");
    visit.leave();
    await settle();
    expect(view()).toMatchObject({
      value: "mine too",
      theirs: { value: "theirs", who: ADA.name, replaced: false },
    });
    expect(server.sent).toHaveLength(0);
    visit.keepMine();
    await settle();
    expect(server.node("a")?.description).toBe("mine too");
    expect(view()).toMatchObject({ value: "mine too", typed: false, theirs: null });
  });

  it("can take theirs", async () => {
    const { server, visit, view } = opened();
    visit.change("mine");
    server.other("a", { description: "theirs" });
    visit.takeTheirs();
    await pause();
    expect(view()).toMatchObject({ value: "theirs", typed: false, theirs: null });
    expect(server.sent).toHaveLength(0);
  });

  it("says afterwards whose text it replaced without having seen it, and can bring that back", async () => {
    const { server, visit, view } = opened();
    visit.change("mine");
    server.other("a", { description: "theirs" }, { unseen: true });
    visit.leave();
    await settle();
    expect(server.node("a")?.description).toBe("mine");
    expect(view()).toMatchObject({
      value: "mine",
      theirs: { value: "theirs", who: ADA.name, replaced: true },
    });
    visit.takeTheirs();
    await settle();
    expect(server.node("a")?.description).toBe("theirs");
    expect(view()).toMatchObject({ value: "theirs", theirs: null });
  });

  it("tells a change in another window of the same person from its own", async () => {
    const { server, visit, view } = opened();
    visit.change("mine");
    await pause();
    expect(view().theirs).toBeNull();
    server.other("a", { description: "elsewhere" }, { author: ME });
    expect(view().theirs?.who).toContain("another window");
  });

  it("sees no conflict where both typed the same", () => {
    const { server, visit, view } = opened();
    visit.change("same");
    server.other("a", { description: "same" });
    expect(view().theirs).toBeNull();
  });

  it("shows a refusal and keeps what is typed, until something else is typed and taken", async () => {
    const { server, visit, view } = opened();
    server.refuses = "Text is too long.";
    visit.change("very long");
    visit.leave();
    await settle();
    expect(view()).toMatchObject({ value: "very long", typed: true, refusal: "Text is too long." });
    server.refuses = null;
    visit.focus();
    visit.change("short");
    expect(view().refusal).toBeNull();
    visit.leave();
    await settle();
    expect(view()).toMatchObject({ value: "short", typed: false, refusal: null });
  });

  it("waits for its field to be shown again with what could not be stored", async () => {
    const { server, visit, close } = opened();
    const desk = deskOf(server.editor);
    server.refuses = "No.";
    visit.change("kept");
    visit.leave();
    await settle();
    close();
    expect(desk.parked.get("a/description")).toBe(visit);
    expect(visit.snapshot()).toMatchObject({ value: "kept", refusal: "No." });
    visit.enter();
    expect(desk.parked.size).toBe(0);
  });

  it("is asked about what waited for the connection, and nothing is written over", async () => {
    const { server, visit, view } = opened();
    server.hold();
    visit.change("mine");
    visit.leave();
    server.other("a", { description: "theirs" });
    await server.release();
    await settle();
    expect(server.node("a")?.description).toBe("theirs");
    expect(view()).toMatchObject({
      value: "mine",
      theirs: { value: "theirs", who: ADA.name, replaced: false },
    });
    visit.keepMine();
    await settle();
    expect(server.node("a")?.description).toBe("mine");
    expect(view()).toMatchObject({ typed: false, theirs: null });
  });

  it("keeps that question when its field has gone meanwhile, and says where it is", async () => {
    const { server, visit, close } = opened();
    const desk = deskOf(server.editor);
    const ask = vi.spyOn(desk, "ask");
    server.hold();
    visit.change("mine");
    close();
    server.other("a", { description: "theirs" });
    await server.release();
    await settle();
    expect(server.node("a")?.description).toBe("theirs");
    expect(ask).toHaveBeenCalledWith("a", "description", expect.stringContaining(ADA.name));
    expect(desk.parked.get("a/description")).toBe(visit);
    expect(visit.snapshot()).toMatchObject({ value: "mine", theirs: { value: "theirs" } });
  });

  it("is forgotten when what was on its way has been stored", async () => {
    const { server, visit, close } = opened();
    server.hold();
    visit.change("mine");
    close();
    expect(deskOf(server.editor).parked.size).toBe(1);
    await server.release();
    await settle();
    expect(server.node("a")?.description).toBe("mine");
    expect(deskOf(server.editor).parked.size).toBe(0);
  });

  it("tells by a message what was refused after its field had gone", async () => {
    const { server, visit, close } = opened();
    const tell = vi.spyOn(deskOf(server.editor), "tell");
    server.refuses = "Ada removed it.";
    visit.change("lost?");
    close();
    await settle();
    expect(tell).toHaveBeenCalledWith("a, Description", "Ada removed it.", "lost?");
  });

  it("does not send what is no value yet", async () => {
    const server = new FakeServer([{ id: "a", kind: "delay", seconds: 5 }]);
    const visit = new FieldVisit(deskOf(server.editor), fieldPlace("a", "seconds"), number(false), {
      label: "",
    });
    visit.enter();
    visit.focus();
    visit.change("1.");
    await pause();
    expect(server.node("a")?.seconds).toBe(1);
    expect(visit.snapshot().value).toBe("1.");
    visit.change("1.x");
    await pause();
    expect(visit.snapshot()).toMatchObject({ value: "1.x", refusal: "“1.x” is not a number." });
    expect(server.sent).toHaveLength(1);
  });

  it("changes a part of a field on top of what others did to its other parts, seen or not", async () => {
    const server = new FakeServer([{ id: "a", kind: "tool", input: { one: "1", two: "2" } }]);
    const visit = new FieldVisit(deskOf(server.editor), fixedPlace("a", "input", "one"), optionalText, {
      label: "",
    });
    visit.enter();
    visit.focus();
    server.hold();
    visit.change("mine");
    await pause();
    server.other("a", { input: { one: "1", two: "theirs" } });
    await server.release();
    await settle();
    expect(server.node("a")?.input).toEqual({ one: "mine", two: "theirs" });
    expect(visit.snapshot().theirs).toBeNull();
  });

  it("sends an id only in the end, and goes on under the new one", async () => {
    const server = new FakeServer([{ id: "a", kind: "agent" }]);
    const at = (id: string) => fieldPlace(id, "id");
    const options = { label: "Id", atTheEnd: true };
    const visit = new FieldVisit(deskOf(server.editor), at("a"), optionalText, options);
    visit.enter();
    visit.focus();
    visit.change("b");
    await pause();
    expect(server.sent).toHaveLength(0);
    visit.flush();
    await settle();
    expect(server.sent[0]?.diffs).toEqual([{ op: "rename_node", id: "a", new_id: "b" }]);
    visit.aim(at("b"), optionalText, options);
    visit.leave();
    expect(visit.snapshot()).toMatchObject({ value: "b", typed: false });
  });

  it("follows its own undo", async () => {
    const { server, visit, view } = opened();
    visit.change("mine");
    visit.leave();
    await settle();
    server.other("a", { description: "old" }, { author: ME });
    expect(view()).toMatchObject({ value: "old", theirs: null });
  });
});
