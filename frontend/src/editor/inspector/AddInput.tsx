import { ListPlus, Plus } from "lucide-react";
import { useState } from "react";
import { Combobox } from "./Combobox";
import type { Option } from "./matching";
import type { Taken } from "./takes";

interface Props {
  /** What the tool takes and is not there yet; null where that is not known. */
  missing: readonly Taken[] | null;
  options: readonly Option[];
  onAdd(names: readonly string[]): void;
}

/** Adds fields to what a node gets: by the names that its tool knows, or one to be named. */
export function AddInput({ missing, options, onAdd }: Props) {
  const [text, setText] = useState("");
  if (missing === null) {
    return (
      <div>
        <button type="button" className="btn btn-small" data-add onClick={() => onAdd([])}>
          <Plus aria-hidden="true" />
          Add a field
        </button>
      </div>
    );
  }
  const required = missing.filter((one) => one.required).map((one) => one.name);
  const typed = text.trim();
  return (
    <>
      {required.length > 0 && (
        <div>
          <button type="button" className="btn btn-small" onClick={() => onAdd(required)}>
            <ListPlus aria-hidden="true" />
            {required.length === 1 ? (
              <span>
                Add <bdi className="mono">{required[0]}</bdi>, which is required
              </span>
            ) : (
              `Add the ${required.length} required fields`
            )}
          </button>
        </div>
      )}
      <Combobox
        label="Add a field"
        placeholder="Add a field…"
        text={text}
        options={options}
        nothing="All fields that the tool takes are there. Any name can be typed."
        mono
        add
        onText={setText}
        onPick={(name) => {
          setText("");
          if (name.trim()) onAdd([name.trim()]);
        }}
        onBlur={() => setText("")}
      />
      {typed && (
        <p className="field-help">
          Enter adds <bdi className="mono">{typed}</bdi>.
        </p>
      )}
    </>
  );
}
