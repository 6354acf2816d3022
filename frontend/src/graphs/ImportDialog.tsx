import { FileUp, Upload } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Dialog } from "../ui/Dialog";

interface Props {
  /** What was pasted on the page. */
  text: string;
  onClose(): void;
  onFiles(files: File[]): void;
  onText(text: string): void;
}

/** Where a graph comes in: a file that is chosen, or its JSON that is pasted. */
export function ImportDialog({ text: pasted, onClose, onFiles, onText }: Props) {
  const [text, setText] = useState(pasted);
  const [hint, setHint] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const submit = () => {
    if (text.trim()) onText(text);
    else setHint("Choose a file, or paste what is in it.");
  };
  return (
    <Dialog title="Import a graph" size="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="muted">
          Trackside's own JSON, or a graph of a system that can be read here. It becomes the draft of a new
          graph: nothing runs, and nothing is published, until somebody does that.
        </p>
        <div className="row">
          <button type="button" className="btn" onClick={() => picker.current?.click()}>
            <FileUp aria-hidden="true" />
            Choose files…
          </button>
          <span className="muted desktop-only">or drop them anywhere on the page</span>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            accept=".json,application/json"
            aria-label="Graph files"
            onChange={(event) => onFiles([...(event.target.files ?? [])])}
          />
        </div>
        <div className="field">
          <label className="field-label" htmlFor={id}>
            Or paste it
          </label>
          <textarea
            id={id}
            className="textarea mono"
            rows={9}
            spellCheck={false}
            autoCapitalize="off"
            value={text}
            aria-invalid={hint !== ""}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setText(event.target.value);
              setHint("");
            }}
          />
          <p id={`${id}-hint`} className="field-error" role="alert">
            {hint}
          </p>
        </div>
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary">
            <Upload aria-hidden="true" />
            Import
          </button>
        </div>
      </form>
    </Dialog>
  );
}
