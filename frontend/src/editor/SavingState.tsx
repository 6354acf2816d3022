import { Check, CloudOff, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useEditor, useMayEdit } from "./context";
import { conditionOf } from "./stateWords";
import { useLate } from "./useLate";

const ICONS = { plain: Check, busy: RefreshCw, bad: CloudOff };
/** A change that is stored sooner than this never says that it is under way. */
const UNSEEN_MS = 300;

/** Says a lost connection to those who do not see it, and that it is back. */
function useSpoken(bad: boolean, text: string): string {
  const [spoken, setSpoken] = useState("");
  const was = useRef(false);
  useEffect(() => {
    if (bad) setSpoken(text);
    else if (was.current) setSpoken(`Connected again. ${text}`);
    was.current = bad;
  }, [bad, text]);
  return spoken;
}

export function SavingState() {
  const connection = useEditor((state) => state.connection);
  const saving = useEditor((state) => state.saving);
  const waiting = useEditor((state) => state.unsent.length);
  const halted = useEditor((state) => state.halt !== null);
  const mayEdit = useMayEdit();
  const slow = useLate(saving === "saving", UNSEEN_MS);
  const shown = saving === "saving" && !slow ? "stored" : saving;
  const { tone, text, hint } = conditionOf(connection, shown, waiting, mayEdit, halted);
  const spoken = useSpoken(tone === "bad", text);
  const Icon = ICONS[tone];
  return (
    <>
      <span
        className={`saving saving-${tone}`}
        title={hint}
        data-saving={saving}
        data-connection={connection}
      >
        <Icon size={13} aria-hidden="true" />
        <span>{text}</span>
      </span>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}
