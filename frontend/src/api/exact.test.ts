import { describe, expect, it } from "vitest";
import { ExactNumber, parseJson, rounded, toJsonText } from "./exact";

describe("numbers beyond what JavaScript keeps", () => {
  it.each([
    "1152921504606846976",
    "-9007199254740993",
    '[1,9007199254740992,{"a":123456789012345678901234567890}]',
    "1e400",
    '{"text":"9007199254740993 and \\"9007199254740993\\"","n":9007199254740993}',
  ])("%s comes back as it was", (text) => {
    expect(toJsonText(parseJson(text))).toBe(text);
  });

  it("are shown with every digit", () => {
    expect(String(parseJson("1152921504606846976"))).toBe("1152921504606846976");
    expect(toJsonText(parseJson('{"n":1152921504606846976}'), 2)).toBe('{\n  "n": 1152921504606846976\n}');
  });

  it("leave every other number a number, and every text a text", () => {
    const text = '{"a":9007199254740991,"b":0.30000000000000004,"c":1.5e10,"d":"9007199254740993"}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it("are rounded only where asked", () => {
    const value = { a: [new ExactNumber("9007199254740993")] };
    expect(rounded(value)).toEqual({ a: [9007199254740992] });
  });

  it("refuse what is not JSON", () => {
    expect(() => parseJson("{9007199254740993")).toThrow(SyntaxError);
    expect(() => parseJson('"\n9007199254740993"')).toThrow(SyntaxError);
  });
});
