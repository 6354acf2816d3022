/** The editor's keys: one table, which the handler follows and the help shows. */

export type ShortcutName =
  | "add"
  | "rename"
  | "remove"
  | "removeBridged"
  | "undo"
  | "redo"
  | "copy"
  | "cut"
  | "paste"
  | "duplicate"
  | "wrap"
  | "unwrap"
  | "selectAll"
  | "find"
  | "dependencies"
  | "split"
  | "move"
  | "mode"
  | "relayout"
  | "fit"
  | "problems"
  | "changes"
  | "inspect"
  | "escape"
  | "help"
  | "stored"
  | "publish";

export interface Stroke {
  /** A letter in lower case, a sign, or a named key. */
  key: string;
  /** Control, or Command on a Mac. */
  mod?: true;
  shift?: true;
}

export interface Shortcut {
  name: ShortcutName;
  group: "Edit" | "Select and find" | "Look";
  what: string;
  strokes: Stroke[];
  /** It changes the draft, so it takes somebody who may. */
  edits?: true;
  /** Holding the key down does it again and again. */
  repeats?: true;
  /** The browser says when, by an event of the clipboard: no key is listened to. */
  clipboard?: true;
  /** Also while typing, where the browser would do something unwanted. */
  inFields?: true;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { name: "add", group: "Edit", what: "Add a node", strokes: [{ key: "n" }], edits: true },
  { name: "rename", group: "Edit", what: "Rename", strokes: [{ key: "F2" }], edits: true },
  {
    name: "dependencies",
    group: "Edit",
    what: "Add or change what a node needs",
    strokes: [{ key: "d" }],
    edits: true,
  },
  {
    name: "remove",
    group: "Edit",
    what: "Remove",
    strokes: [{ key: "Delete" }, { key: "Backspace" }],
    edits: true,
  },
  {
    name: "removeBridged",
    group: "Edit",
    what: "Remove, and join what stood before and after",
    strokes: [
      { key: "Delete", shift: true },
      { key: "Backspace", shift: true },
    ],
    edits: true,
  },
  { name: "split", group: "Edit", what: "Split a node", strokes: [{ key: "s" }], edits: true },
  {
    name: "move",
    group: "Edit",
    what: "Move to another place or team",
    strokes: [{ key: "m" }],
    edits: true,
  },
  {
    name: "wrap",
    group: "Edit",
    what: "Wrap in a team",
    strokes: [{ key: "g", mod: true }],
    edits: true,
  },
  {
    name: "unwrap",
    group: "Edit",
    what: "Unwrap a team",
    strokes: [{ key: "g", mod: true, shift: true }],
    edits: true,
  },
  { name: "copy", group: "Edit", what: "Copy", strokes: [{ key: "c", mod: true }], clipboard: true },
  { name: "cut", group: "Edit", what: "Cut", strokes: [{ key: "x", mod: true }], clipboard: true },
  { name: "paste", group: "Edit", what: "Paste", strokes: [{ key: "v", mod: true }], clipboard: true },
  { name: "duplicate", group: "Edit", what: "Duplicate", strokes: [{ key: "d", mod: true }], edits: true },
  {
    name: "undo",
    group: "Edit",
    what: "Undo",
    strokes: [{ key: "z", mod: true }],
    edits: true,
    repeats: true,
  },
  {
    name: "redo",
    group: "Edit",
    what: "Redo",
    strokes: [
      { key: "z", mod: true, shift: true },
      { key: "y", mod: true },
    ],
    edits: true,
    repeats: true,
  },
  { name: "publish", group: "Edit", what: "Publish", strokes: [{ key: "Enter", mod: true }] },
  {
    name: "stored",
    group: "Edit",
    what: "Tells whether everything is stored",
    strokes: [{ key: "s", mod: true }],
    inFields: true,
  },
  {
    name: "find",
    group: "Select and find",
    what: "Find a node",
    strokes: [{ key: "/" }, { key: "f", mod: true }],
  },
  { name: "selectAll", group: "Select and find", what: "Select all", strokes: [{ key: "a", mod: true }] },
  {
    name: "inspect",
    group: "Select and find",
    what: "Open the node in the inspector",
    strokes: [{ key: "Enter" }],
  },
  {
    name: "escape",
    group: "Select and find",
    what: "Close, or select nothing",
    strokes: [{ key: "Escape" }],
  },
  { name: "mode", group: "Look", what: "Graph or table", strokes: [{ key: "t" }] },
  { name: "fit", group: "Look", what: "Show the whole graph", strokes: [{ key: "f" }] },
  { name: "relayout", group: "Look", what: "Lay out anew", strokes: [{ key: "l" }], edits: true },
  { name: "problems", group: "Look", what: "Problems", strokes: [{ key: "p" }] },
  { name: "changes", group: "Look", what: "Unpublished changes", strokes: [{ key: "c" }] },
  { name: "help", group: "Look", what: "This help", strokes: [{ key: "?" }] },
];

export const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

/** What a key says, whatever Caps Lock and the layout are. */
function keyOf(event: KeyboardEvent): string {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  // On a layout without Latin letters, the place of the key says which one was meant.
  if (/^[^\p{ASCII}]+$/u.test(event.key) && event.code.startsWith("Key")) {
    return event.code.slice(3).toLowerCase();
  }
  return event.key;
}

function strikes(event: KeyboardEvent, stroke: Stroke, mac: boolean): boolean {
  const mod = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (event.altKey || other || mod !== (stroke.mod ?? false)) return false;
  // A sign stands where a layout puts it, often on a shifted key.
  const sign = /^[?/]$/.test(stroke.key);
  return keyOf(event) === stroke.key && (sign || event.shiftKey === (stroke.shift ?? false));
}

/** The shortcut that was pressed, wherever that was. */
export function shortcutOf(event: KeyboardEvent, mac: boolean = onMac()): Shortcut | null {
  const letters = lettersAreOn();
  for (const shortcut of SHORTCUTS) {
    if (shortcut.clipboard || (event.repeat && !shortcut.repeats)) continue;
    const meant = shortcut.strokes.find((stroke) => strikes(event, stroke, mac));
    if (meant) return letters || meant.mod || meant.key.length > 1 ? shortcut : null;
  }
  return null;
}

const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]";
const PRESSED = "button, a[href], summary, [role=menuitem], [role=option], [role=tab]";

/** Where the event began, also inside a component that hides its parts. */
const originOf = (event: Event): Element | null => {
  const [origin] = event.composedPath();
  return origin instanceof Element ? origin : null;
};

/** While one of these is open, keys are for it, or for nobody. */
const TAKING = "dialog[open], [role=menu], [data-keys-off]";

/** Whether keys and the clipboard belong to a field, a dialog or a menu now, and not to the graph. */
export function isTaken(event: Event): boolean {
  const origin = originOf(event);
  return origin?.closest(FIELDS) != null || document.querySelector(TAKING) !== null;
}

/** The shortcut that the editor is to follow; null where the key has another meaning. */
export function shortcutFor(event: KeyboardEvent, mac: boolean = onMac()): Shortcut | null {
  // 229 is what some browsers give for the keys of an input method.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return null;
  const shortcut = shortcutOf(event, mac);
  if (!shortcut) return null;
  if (isTaken(event) && !shortcut.inFields) return null;
  if (shortcut.name === "inspect" && originOf(event)?.closest(PRESSED)) return null;
  return shortcut;
}

const SHOWN: Record<string, string> = { Escape: "Esc" };

/** The caps to draw for a stroke: `Ctrl`, `Shift`, `Z`. */
export function capsOf({ key, mod, shift }: Stroke, mac: boolean = onMac()): string[] {
  const name = SHOWN[key] ?? (mod && key.length === 1 ? key.toUpperCase() : key);
  return [...(mod ? [mac ? "⌘" : "Ctrl"] : []), ...(shift ? ["Shift"] : []), name];
}

const LETTERS = "trackside.letter-keys";

/** Whether keys without Control do something: people who dictate or shake can switch them off. */
export function lettersAreOn(): boolean {
  try {
    return localStorage.getItem(LETTERS) !== "off";
  } catch {
    return true;
  }
}

export function switchLetters(on: boolean): void {
  try {
    if (on) localStorage.removeItem(LETTERS);
    else localStorage.setItem(LETTERS, "off");
  } catch {
    // Where nothing can be stored, the keys stay as they are.
  }
}
