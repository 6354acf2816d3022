// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { ApiProblem } from "../../api/http";
import { BOB } from "./fakes";
import { newTabs, settle } from "./tabs";

const at = newTabs();
const OVERTAKEN = new ApiProblem(409, "field_changed", "Bob gave “A” the title “Bob’s” since.", [], 0);
const title = (text: string) => ({ op: "update_node", id: "a", set: { title: text }, title: text });

describe("an edit of a field that somebody else has changed meanwhile", () => {
  it("is made anew, as another request, when it looks itself at what became of the field", async () => {
    const ada = at.connected();
    ada.fates = [OVERTAKEN];
    const asked: string[] = [];
    const done = ada.commands.edit(() => {
      asked.push("asked");
      return [title("Ada’s")];
    });
    await settle();
    expect((await done).ok).toBe(true);
    expect(new Set(ada.sent.map(({ key }) => key)).size).toBe(2);
    expect(asked).toHaveLength(3);
    expect(ada.said).toEqual([]);
  });

  it("is told else, with both texts, and sent over the other when that is wanted", async () => {
    const ada = at.connected();
    ada.fates = [OVERTAKEN];
    void ada.commands.edit([title("Ada’s")]);
    await settle();
    expect(ada.titles.a).toBe("A");
    expect(ada.said).toMatchObject([
      { kind: "error", text: `${OVERTAKEN.message} Yours was not stored: “Ada’s”.` },
    ]);
    const action = ada.said[0]?.action;
    if (action && "run" in action) action.run();
    await settle();
    expect(ada.titles.a).toBe("Ada’s");
  });

  it("says which version it was made on, though the page has seen a later one when it is sent", async () => {
    const ada = at.connected();
    ada.always = "lost";
    ada.socket.drop();
    void ada.commands.edit([title("Ada’s")]);
    await settle();
    at.server.change(BOB, 0, [{ op: "set", id: "b", title: "Bob’s" }]);
    ada.always = "through";
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ada.state.draft.version).toBe(2);
    expect(ada.sent[0]?.body).toMatchObject({ base_version: 0, guarded: true });
  });
});
