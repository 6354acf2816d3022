import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { explain } from "../api/http";
import { Dialog } from "../ui/Dialog";

interface Props {
  title: string;
  /** What the button says that does it. */
  verb: string;
  icon: ReactNode;
  ready: boolean;
  onClose(): void;
  /** Rejects with what to tell the person; the dialog then stays, with what was entered. */
  onSubmit(): Promise<void>;
  children: ReactNode;
}

/** A question with one answer. */
export function QuestionDialog({ title, verb, icon, ready, onClose, onSubmit, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await onSubmit();
    } catch (error) {
      setRefusal(explain(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void submit();
        }}
      >
        {children}
        <div role="alert">
          {refusal && (
            <p className="field-error">
              <CircleAlert aria-hidden="true" />
              {refusal}
            </p>
          )}
        </div>
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary" aria-disabled={busy || !ready}>
            {icon}
            {verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
