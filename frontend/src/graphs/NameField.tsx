import { useId } from "react";
import { LONGEST_NAME } from "./requests";

interface Props {
  label: string;
  name: string;
  onChange(name: string): void;
}

/** What a graph is to be called. */
export function NameField({ label, name, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        dir="auto"
        required
        maxLength={LONGEST_NAME}
        autoComplete="off"
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
