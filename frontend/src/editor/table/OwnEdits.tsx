import { useEffect, useState } from "react";
import { isolated } from "../../ui/visible";
import { inOneLine } from "../changes/standing";
import { useEditorParts } from "../context";

/** What is said while a dialog is open is not read out; a moment later it has closed. */
const SETTLED_MS = 150;

/** Reads out what this person has just done, in the server's words. Several edits in a row: the last one. */
export function OwnEdits() {
  const { store } = useEditorParts();
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    let seen = store.getState().draft.version;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = store.subscribe(({ draft, changes, me }) => {
      if (draft.version <= seen) return;
      const mine = changes.findLast((change) => change.version > seen && change.author.id === me.id);
      seen = draft.version;
      if (!mine) return;
      clearTimeout(timer);
      timer = setTimeout(() => setSpoken(isolated([inOneLine(mine)])[0] ?? ""), SETTLED_MS);
    });
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [store]);
  return (
    <p className="visually-hidden" role="status" data-spoken="own">
      {spoken}
    </p>
  );
}
