import { useEffect, useRef, useState } from "react";
import type { ChangeLine } from "../api/types";
import { Announcer } from "../live/announcer";
import { isolated, visible } from "../ui/visible";
import { inOneLine } from "./changes/standing";
import { useEditor, useEditorParts } from "./context";

const SHOWN_MS = 8_000;

/** The changes of others that came after the page was opened, as they come. */
function useOthers(onChange: (change: ChangeLine) => void) {
  const { store } = useEditorParts();
  const told = useRef(onChange);
  told.current = onChange;
  useEffect(() => {
    let seen = store.getState().draft.version;
    return store.subscribe((state) => {
      if (state.draft.version <= seen) return;
      const came = state.changes.filter((change) => change.version > seen);
      seen = state.draft.version;
      for (const change of came) {
        if (change.author.id === null || change.author.id !== state.me.id) told.current(change);
      }
    });
  }, [store]);
}

/** Says for a moment what somebody else has just done; read out at most every five seconds. */
export function OthersEdits() {
  const [latest, setLatest] = useState<ChangeLine | null>(null);
  const [spoken, setSpoken] = useState("");
  const announcer = useRef<Announcer>(null);
  const people = useEditor((state) => state.people);
  useEffect(() => {
    const made = new Announcer(setSpoken);
    announcer.current = made;
    return () => made.stop();
  }, []);
  useOthers((change) => {
    setLatest(change);
    announcer.current?.say(String(change.version), `${change.author.name}: ${inOneLine(change)}`);
  });
  useEffect(() => {
    if (!latest) return;
    const timer = setTimeout(() => setLatest(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [latest]);
  const colour = people.find((person) => person.id === latest?.author.id)?.colour;
  return (
    <>
      {latest && (
        <p className="others-edit" aria-hidden="true">
          <i className={colour === undefined ? "person-dot" : `person-dot person-${colour}`} />
          <b>{isolated([latest.author.name])[0]}</b>
          <span className="truncate">{visible(inOneLine(latest))}</span>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </>
  );
}
