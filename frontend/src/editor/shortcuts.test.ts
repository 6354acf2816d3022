// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { capsOf, SHORTCUTS, shortcutFor, shortcutOf, switchLetters } from "./shortcuts";

type Press = KeyboardEventInit & { on?: Element; mac?: boolean };

/** What a real key event, dispatched at an element of the page, means to the editor. */
function press(key: string, { on = document.body, mac = false, ...rest }: Press = {}): string | null {
  const event = new KeyboardEvent("keydown", {
    key,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...rest,
  });
  let meant: string | null = null;
  const listen = (one: KeyboardEvent) => {
    meant = shortcutFor(one, mac)?.name ?? null;
  };
  document.addEventListener("keydown", listen, { once: true });
  on.dispatchEvent(event);
  return meant;
}

function put(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild as Element;
}

afterEach(() => {
  document.body.innerHTML = "";
  switchLetters(true);
});

const ctrl = { ctrlKey: true };

describe("undo and redo", () => {
  it("follow Ctrl-Z, Ctrl-Shift-Z and Ctrl-Y", () => {
    expect(press("z", ctrl)).toBe("undo");
    expect(press("Z", { ...ctrl, shiftKey: true })).toBe("redo");
    expect(press("y", ctrl)).toBe("redo");
  });

  it("do not care about Caps Lock, which turns the letters over", () => {
    expect(press("Z", ctrl)).toBe("undo");
    expect(press("z", { ...ctrl, shiftKey: true })).toBe("redo");
    expect(press("Y", ctrl)).toBe("redo");
  });

  it("follow Command on a Mac, where Control is another key", () => {
    expect(press("z", { metaKey: true, mac: true })).toBe("undo");
    expect(press("z", { metaKey: true, shiftKey: true, mac: true })).toBe("redo");
    expect(press("z", { ...ctrl, mac: true })).toBeNull();
    expect(press("z", { metaKey: true })).toBeNull();
  });

  it("are found by the place of the key where a layout has no Latin letters", () => {
    expect(press("я", { ...ctrl, code: "KeyZ" })).toBe("undo");
    expect(press("Я", { ...ctrl, shiftKey: true, code: "KeyZ" })).toBe("redo");
    expect(press("ζ", { ...ctrl, code: "KeyZ" })).toBe("undo");
    expect(press("т", { code: "KeyN" })).toBe("add");
  });

  it("go by the letter where a Latin layout has it elsewhere", () => {
    // AZERTY has the Z where QWERTY has the W; QWERTZ has it where QWERTY has the Y.
    expect(press("z", { ...ctrl, code: "KeyW" })).toBe("undo");
    expect(press("w", { ...ctrl, code: "KeyZ" })).toBeNull();
    expect(press("z", { ...ctrl, code: "KeyY" })).toBe("undo");
  });

  it("repeat while the keys are held, as nothing that asks does", () => {
    expect(press("z", { ...ctrl, repeat: true })).toBe("undo");
    expect(press("n", { repeat: true })).toBeNull();
    expect(press("Delete", { repeat: true })).toBeNull();
  });
});

describe("typing", () => {
  const fields = {
    "an input": "<input>",
    "a text area": "<textarea></textarea>",
    "a choice": "<select><option>1</option></select>",
    "editable text": "<div contenteditable><b>x</b></div>",
    "a code editor": '<div role="textbox"></div>',
  };
  for (const [name, html] of Object.entries(fields)) {
    it(`in ${name} is the field's: no letter, no undo, no deletion`, () => {
      const field = put(html);
      const on = field.querySelector("b") ?? field;
      for (const key of ["n", "d", "?", "/", "Delete", "Backspace", "Enter", "Escape"]) {
        expect(press(key, { on })).toBeNull();
      }
      expect(press("z", { ...ctrl, on })).toBeNull();
      expect(press("Z", { ...ctrl, shiftKey: true, on })).toBeNull();
      expect(press("a", { ...ctrl, on })).toBeNull();
    });
  }

  it("keeps Ctrl-S from opening the browser's own dialog", () => {
    expect(press("s", { ...ctrl, on: put("<input>") })).toBe("stored");
  });

  it("by an input method is not for the editor", () => {
    expect(press("n", { isComposing: true })).toBeNull();
    expect(press("Process", { keyCode: 229 } as Press)).toBeNull();
  });
});

describe("what has the keyboard", () => {
  it("keeps it: an open dialog, wherever the focus is", () => {
    put("<dialog open><button>Close</button></dialog>");
    expect(press("n")).toBeNull();
    expect(press("Escape")).toBeNull();
    expect(press("z", ctrl)).toBeNull();
  });

  it("keeps it: an open menu", () => {
    put('<div role="menu"><button role="menuitem">Remove</button></div>');
    expect(press("d")).toBeNull();
  });

  it("keeps what it has used already", () => {
    const row = put("<div></div>");
    row.addEventListener("keydown", (event) => event.preventDefault());
    expect(press("n", { on: row })).toBeNull();
  });

  it("has Enter for itself: a button, a link", () => {
    expect(press("Enter")).toBe("inspect");
    expect(press("Enter", { on: put("<button>Add</button>") })).toBeNull();
    expect(press("Enter", { on: put('<a href="/">Home</a>') })).toBeNull();
    expect(press("n", { on: put("<button>Add</button>") })).toBe("add");
  });
});

describe("a modifier that is not asked for", () => {
  it("makes it another key", () => {
    expect(press("n", ctrl)).toBeNull();
    expect(press("N", { shiftKey: true })).toBeNull();
    expect(press("n", { altKey: true })).toBeNull();
    expect(press("d", { ...ctrl, shiftKey: true })).toBeNull();
    // AltGr counts as both on Windows.
    expect(press("z", { ...ctrl, altKey: true })).toBeNull();
    expect(press("F2", { shiftKey: true })).toBeNull();
  });

  it("does not matter to a sign, which a layout may have on a shifted key", () => {
    expect(press("?", { shiftKey: true })).toBe("help");
    expect(press("/", { shiftKey: true })).toBe("find");
  });

  it("tells a removal from one that keeps the neighbours joined", () => {
    expect(press("Delete")).toBe("remove");
    expect(press("Backspace")).toBe("remove");
    expect(press("Delete", { shiftKey: true })).toBe("removeBridged");
  });
});

describe("single letters", () => {
  it("can be switched off; what needs Control or a named key stays", () => {
    switchLetters(false);
    for (const key of ["n", "d", "t", "?", "/"]) expect(press(key)).toBeNull();
    expect(press("z", ctrl)).toBe("undo");
    expect(press("f", ctrl)).toBe("find");
    expect(press("Delete")).toBe("remove");
  });
});

describe("the table of keys", () => {
  it("has no stroke twice", () => {
    const strokes = SHORTCUTS.flatMap((one) => one.strokes.map((stroke) => JSON.stringify(stroke)));
    expect(new Set(strokes).size).toBe(strokes.length);
  });

  it("is what the handler follows, entry by entry", () => {
    for (const shortcut of SHORTCUTS.filter((one) => !one.clipboard)) {
      for (const { key, mod, shift } of shortcut.strokes) {
        const event = new KeyboardEvent("keydown", { key, ctrlKey: mod ?? false, shiftKey: shift ?? false });
        expect(shortcutOf(event, false)?.name).toBe(shortcut.name);
      }
    }
  });

  it("leaves the clipboard to the browser", () => {
    for (const key of ["c", "x", "v"]) expect(press(key, ctrl)).toBeNull();
  });

  it("shows the caps of the machine at hand", () => {
    expect(capsOf({ key: "z", mod: true, shift: true }, false)).toEqual(["Ctrl", "Shift", "Z"]);
    expect(capsOf({ key: "z", mod: true }, true)).toEqual(["⌘", "Z"]);
    expect(capsOf({ key: "n" }, false)).toEqual(["n"]);
  });
});
