import { Copy } from "lucide-react";
import { useId, useState } from "react";
import { explain, postJson } from "../../api/http";
import type { GraphSummary } from "../../api/types";
import { urls } from "../../api/urls";
import { Dialog } from "../../ui/Dialog";
import { useEditor } from "../context";
import { ui } from "../ui";
import { Refusal } from "./Refusal";
import { useSending } from "./useSending";

const LONGEST = 200;

/** A new graph whose draft is a copy of this one, under a name of its own. */
export function Duplicate() {
  const { busy, send } = useSending();
  const slug = useEditor((state) => state.slug);
  const name = useEditor((state) => String(state.draft.graph.name ?? ""));
  const [text, setText] = useState(() => `Copy of ${name}`.slice(0, LONGEST));
  const [refusal, setRefusal] = useState<string | null>(null);
  const id = useId();
  const copy = () =>
    send(async () => {
      setRefusal(null);
      try {
        const made = await postJson<GraphSummary>(urls.graphVerb(slug, "duplicate"), { name: text.trim() });
        location.assign(urls.graphPage(made.slug));
      } catch (error) {
        setRefusal(explain(error));
      }
    });
  return (
    <Dialog title="Duplicate this graph" onClose={ui.close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void copy();
        }}
      >
        <p>The copy starts with the draft as it is now. Revisions and runs stay with this graph.</p>
        <div className="field">
          <label className="field-label" htmlFor={id}>
            Name of the copy
          </label>
          <input
            id={id}
            className="input"
            dir="auto"
            required
            maxLength={LONGEST}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Refusal text={refusal} />
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={ui.close}>
            Not now
          </button>
          <button type="submit" className="btn btn-primary" disabled={busy || !text.trim()}>
            <Copy aria-hidden="true" />
            Duplicate
          </button>
        </div>
      </form>
    </Dialog>
  );
}
