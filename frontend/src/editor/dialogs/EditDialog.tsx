import { type FormEvent, type ReactNode, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { inOneLine } from "../changes/standing";
import { type GraphDiff, useCommands } from "../context";
import { ui } from "../ui";
import { Refusal } from "./Refusal";

/** Sends edits for a dialog, which itself says why one was refused. */
export function useDialogEdit() {
  const commands = useCommands();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The change in words, or null when it was refused. */
  const send = async (diffs: GraphDiff[] | (() => GraphDiff[])): Promise<string | null> => {
    setRefusal(null);
    setBusy(true);
    const outcome = await commands.edit(diffs, { quiet: true });
    setBusy(false);
    if (!outcome.ok) {
      setRefusal(outcome.detail || "There is nothing left to change.");
      return null;
    }
    const made = outcome.result.changes.at(-1);
    return made ? inOneLine(made) : "Nothing was changed";
  };
  return { send, busy, refusal, setRefusal };
}

interface Props {
  title: string;
  size?: "wide";
  /** What the button says that does it. */
  verb: string;
  busy: boolean;
  refusal: string | null;
  /** Why it cannot be done yet, or null. */
  missing?: string | null;
  onSubmit(): void;
  children: ReactNode;
}

/** A question about the graph with one answer. A refusal leaves it open, with what was entered. */
export function EditDialog({ title, size, verb, busy, refusal, missing = null, onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && missing === null) onSubmit();
  };
  return (
    <Dialog title={title} onClose={ui.close} {...(size && { size })}>
      <form onSubmit={submit}>
        {children}
        <Refusal text={refusal} />
        {missing && <p className="field-help">{missing}</p>}
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={ui.close}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary" aria-disabled={busy || missing !== null}>
            {verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
