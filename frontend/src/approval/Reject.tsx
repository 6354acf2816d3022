import { type RefObject, useEffect, useRef, useState } from "react";

interface Props {
  busy: boolean;
  /** Keeps what is written, also when this is closed. */
  draft: RefObject<string>;
  onBack(): void;
  onReject(reason: string): void;
}

/** A rejection needs its reason: whoever reads the run later will ask. Going back decides nothing. */
export function Reject({ busy, draft, onBack, onReject }: Props) {
  const [reason, setReason] = useState(draft.current);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = () => {
    setMissing(!reason.trim());
    if (reason.trim()) onReject(reason.trim());
    else field.current?.focus();
  };
  return (
    <fieldset className="reject">
      <div className="field">
        <label className="field-label" htmlFor="reject-reason">
          Reason for rejecting
        </label>
        <textarea
          id="reject-reason"
          ref={field}
          className="textarea"
          rows={3}
          value={reason}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? "reject-reason-error" : undefined}
          onChange={(event) => {
            draft.current = event.target.value;
            setReason(event.target.value);
          }}
        />
        {missing && (
          <p className="field-error" id="reject-reason-error">
            Say why, in a few words.
          </p>
        )}
      </div>
      <div className="decision-bar">
        <button type="button" className="btn btn-danger" disabled={busy} onClick={send}>
          Reject
        </button>
        <button type="button" className="btn" onClick={onBack}>
          Back
        </button>
      </div>
    </fieldset>
  );
}
