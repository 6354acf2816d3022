import { useState } from "react";
import { useEditor } from "../context";
import { ChangeItem } from "./ChangeItem";

const STEP = 200;

/** Every change since the last revision, newest first; what was taken back says so. */
export function ChangesDrawer() {
  const changes = useEditor((state) => state.changes);
  const latest = useEditor((state) => state.latestRevision);
  const base = useEditor((state) => state.baseRevision);
  const [shown, setShown] = useState(STEP);
  if (changes.length === 0) {
    return (
      <p className="drawer-empty">
        {latest === null
          ? "Nothing was changed yet. Every change is stored here as it is made, with who made it."
          : `Nothing was changed since revision ${base ?? latest}. Every change is stored here as it is made.`}
      </p>
    );
  }
  const newest = changes.toReversed().slice(0, shown);
  return (
    <>
      <ol className="change-list" aria-label="Unpublished changes, newest first">
        {newest.map((change) => (
          <ChangeItem key={change.version} change={change} />
        ))}
      </ol>
      {changes.length > shown && (
        <p className="drawer-empty">
          <button type="button" className="link" onClick={() => setShown(shown + STEP)}>
            Show earlier ones ({(changes.length - shown).toLocaleString("en")} more)
          </button>
        </p>
      )}
    </>
  );
}
