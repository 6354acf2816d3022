import { describe, expect, it } from "vitest";
import { conditionOf, draftWords } from "./stateWords";

describe("what the draft is to what is published", () => {
  it.each([
    [null, null, 0, "Never published"],
    [null, null, 1, "Never published · 1 change"],
    [4, 4, 0, "Revision 4 · all published"],
    [4, 4, 3, "Revision 4 · 3 unpublished changes"],
    [4, 4, 1, "Revision 4 · 1 unpublished change"],
    [3, 4, 2, "From revision 3 · 2 unpublished changes · revision 4 is newer"],
    [null, 1, 2, "Not from a revision · 2 unpublished changes · revision 1 is newer"],
  ] as const)("base %s, latest %s, %s changes", (base, latest, count, words) => {
    expect(draftWords(base, latest, count)).toBe(words);
  });
});

describe("what is stored", () => {
  const words = (...args: Parameters<typeof conditionOf>) => conditionOf(...args).text;

  it("is said plainly while all is well", () => {
    expect(words("live", "stored", 0, true, false)).toBe("All changes stored");
    expect(words("live", "saving", 0, true, false)).toBe("Saving");
    expect(words("live", "stored", 0, false, false)).toBe("Live");
  });

  it("tells how much waits for the connection, and that it will be sent", () => {
    expect(words("lost", "waiting", 1, true, false)).toBe(
      "Connection lost: 1 change waits, it is sent when it is back",
    );
    expect(words("live", "waiting", 2, true, false)).toBe(
      "Connection lost: 2 changes wait, they are sent when it is back",
    );
  });

  it("does not call others' changes lost when only the live connection is", () => {
    expect(conditionOf("polling", "stored", 0, true, false)).toMatchObject({
      text: "All changes stored",
      tone: "busy",
    });
  });

  it.each(["lost", "denied"] as const)("is in sight when the connection is %s", (connection) => {
    expect(conditionOf(connection, "stored", 0, true, false).tone).toBe("bad");
  });

  it("says what was not stored when the server turned the person away", () => {
    expect(words("denied", "waiting", 2, true, true)).toBe("2 changes not stored");
  });
});
