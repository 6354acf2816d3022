import type { FieldType } from "./fieldTypes";
import { Line, NumberLine, Pick } from "./Inputs";

interface Props {
  type: FieldType;
  value: unknown;
  options: readonly string[];
  onChange(value: unknown): void;
}

/** What a field holds before anybody has typed. */
export function Standard({ type, value, options, onChange }: Props) {
  const label = "Filled in with";
  switch (type) {
    case "list":
      return null;
    case "number":
    case "whole":
      return <NumberLine label={label} value={value} whole={type === "whole"} onChange={onChange} />;
    case "yesno": {
      const choices = [
        ["", "Nothing"],
        ["true", "Yes"],
        ["false", "No"],
      ] as const;
      const current = value === undefined ? "" : String(value);
      const pick = (next: string) => onChange(next === "" ? undefined : next === "true");
      return <Pick label={label} value={current} choices={choices} onChange={pick} />;
    }
    case "choice": {
      const current = typeof value === "string" ? value : undefined;
      const all = current !== undefined && !options.includes(current) ? [...options, current] : options;
      const choices = [["", "Nothing"], ...all.map((one) => [`=${one}`, one])] as [string, string][];
      const pick = (next: string) => onChange(next === "" ? undefined : next.slice(1));
      return (
        <Pick
          label={label}
          value={current === undefined ? "" : `=${current}`}
          choices={choices}
          onChange={pick}
        />
      );
    }
    default: {
      const text = typeof value === "string" ? value : "";
      return (
        <Line
          label={label}
          value={text}
          type={type === "date" ? "date" : "text"}
          long={type === "long"}
          onChange={(next) => onChange(next === "" ? undefined : next)}
        />
      );
    }
  }
}
