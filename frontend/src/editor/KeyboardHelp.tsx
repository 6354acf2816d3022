import { useState } from "react";
import { Dialog } from "../ui/Dialog";
import { capsOf, lettersAreOn, SHORTCUTS, type Shortcut, type Stroke, switchLetters } from "./shortcuts";

const GROUPS = ["Edit", "Select and find", "Look"] as const;

/** What the rows of the table do with keys, besides. */
const TABLE: { what: string; caps: string[][] }[] = [
  { what: "To another row", caps: [["↑"], ["↓"], ["Home"], ["End"]] },
  { what: "Open or close; into and out of it", caps: [["→"], ["←"]] },
  { what: "Select more rows", caps: [["Shift", "↑"], ["Shift", "↓"], ["Space"]] },
  {
    what: "Move among its siblings",
    caps: [
      ["Alt", "↑"],
      ["Alt", "↓"],
    ],
  },
  { what: "To the row whose title starts so", caps: [["Shift", "A…Z"]] },
  { what: "All that can be done with a row", caps: [["Shift", "F10"]] },
];

/** What cards do with keys on the canvas, besides. */
const CANVAS: { what: string; caps: string[][] }[] = [
  { what: "To the neighbouring node, along an edge", caps: [["←"], ["→"]] },
  { what: "To the nearest node above or below", caps: [["↑"], ["↓"]] },
  { what: "Select on the way", caps: [["Shift", "→"]] },
  { what: "Select, or no longer", caps: [["Space"]] },
  { what: "Move what is selected", caps: [["Alt", "→"]] },
];

function Caps({ strokes }: { strokes: string[][] }) {
  return (
    <dt>
      {strokes.map((caps) => (
        <span key={caps.join(" ")} className="stroke">
          {caps.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      ))}
    </dt>
  );
}

function Group({ title, entries }: { title: string; entries: { what: string; caps: string[][] }[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="key-list">
        {entries.map(({ what, caps }) => (
          <div key={what}>
            <Caps strokes={caps} />
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const shown = ({ what, strokes }: Shortcut) => ({ what, caps: strokes.map((one: Stroke) => capsOf(one)) });

/** Every key of the editor, from the same table that the editor follows. */
export function KeyboardHelp({ onClose }: { onClose(): void }) {
  const [letters, setLetters] = useState(lettersAreOn);
  return (
    <Dialog title="Keyboard" size="wide" onClose={onClose}>
      <label className="check">
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => {
            setLetters(event.target.checked);
            switchLetters(event.target.checked);
          }}
        />
        Single letters are keys; off, they find rows in the table
      </label>
      <div className="key-groups">
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={group}
            entries={SHORTCUTS.filter((one) => one.group === group).map(shown)}
          />
        ))}
        <Group title="On the canvas" entries={CANVAS} />
        <Group title="In the table" entries={TABLE} />
      </div>
      <form method="dialog" className="dialog-actions">
        <button type="submit" className="btn">
          Close
        </button>
      </form>
    </Dialog>
  );
}
