import { Braces, UsersRound, X } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "../../ui/toasts";
import { useCommands, useEditor, useEditorParts, useMayEdit } from "../context";
import { sinceWords } from "../dialogs/publishing";
import { Refusal, type Refused } from "./Refusal";
import { useCode } from "./useCode";
import { useCodeDesk } from "./useCodeDesk";
import "../../styles/code.css";

/** What others changed since the text was begun, while it is not stored. */
function Since({ onDrop }: { onDrop(): void }) {
  const version = useCode((state) => state.kept?.version ?? null);
  const changes = useEditor((state) => state.changes);
  const now = useEditor((state) => state.draft.version);
  if (version === null || now <= version) return null;
  const since = changes.filter((change) => change.version > version);
  return (
    <div className="banner banner-warning" role="status">
      <UsersRound aria-hidden="true" />
      <span className="grow">
        <b>The draft was changed while you write.</b> {since.length > 0 && `${sinceWords(since)}. `}
        Your text is kept. Storing it keeps these changes too; where both changed the same field, yours
        counts. What no longer fits is refused, with the reason.
      </span>
      <button type="button" className="btn btn-small" onClick={onDrop}>
        Take the new draft instead
      </button>
    </div>
  );
}

/** The draft as JSON. Storing it changes what differs from the draft, and nothing else. */
export function CodeView() {
  const { store } = useEditorParts();
  const commands = useCommands();
  const mayEdit = useMayEdit();
  const unstored = useCode((state) => state.kept !== null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const keep = async () => {
    const { kept } = useCode.getState();
    if (!kept || busy) return;
    setBusy(true);
    setRefused(null);
    const outcome = await commands.replaceDocument(kept.text, { seen: kept.version, quiet: true });
    setBusy(false);
    if (outcome.ok) {
      desk.current?.stored(kept.text, kept.version);
      toast("success", "The JSON is stored in the draft.");
      return;
    }
    if (outcome.code === "given_up") return;
    const findings = desk.current?.refuse(outcome.errors) ?? [];
    setRefused({
      text: outcome.detail,
      conflict: store.getState().draft.version > kept.version,
      findings,
    });
    if (findings[0]) desk.current?.go(findings[0].violation);
    else desk.current?.focus();
  };
  const desk = useCodeDesk(box, () => void keep());
  const drop = () => {
    setRefused(null);
    desk.current?.drop(true);
  };
  return (
    <section className="code-view" aria-label="The draft as JSON">
      <header>
        <Braces size={15} aria-hidden="true" />
        <h2>JSON</h2>
        <span className="muted truncate" role="status">
          {!mayEdit ? "For reading" : unstored ? "Not stored yet" : "The same as the draft"}
        </span>
        <span className="grow" />
        {mayEdit && (
          <>
            {unstored && (
              <button type="button" className="btn btn-small btn-quiet" disabled={busy} onClick={drop}>
                Drop my text
              </button>
            )}
            <button
              type="button"
              className="btn btn-small btn-primary"
              aria-disabled={busy || !unstored}
              title="Store it in the draft (Ctrl+S)"
              onClick={() => void keep()}
            >
              {busy ? "Storing" : "Store"}
            </button>
          </>
        )}
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Leave the JSON"
          title="Leave the JSON"
          onClick={() => useCode.setState({ open: false })}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      {unstored && <Since onDrop={drop} />}
      {refused && <Refusal refused={refused} onGo={({ violation }) => desk.current?.go(violation)} />}
      <div className="code-box" ref={box} />
    </section>
  );
}
