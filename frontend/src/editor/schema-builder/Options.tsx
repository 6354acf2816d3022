import { useEffect, useRef, useState } from "react";
import { Line } from "./Inputs";

const linesOf = (text: string) => [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);

/** The options of a choice, one a line. */
export function Options({
  options,
  onChange,
}: {
  options: readonly string[];
  onChange(options: string[]): void;
}) {
  const joined = options.join("\n");
  const [text, setText] = useState(joined);
  const told = useRef(joined);
  useEffect(() => {
    if (joined === told.current) return;
    told.current = joined;
    setText(joined);
  }, [joined]);
  const change = (next: string) => {
    setText(next);
    const lines = linesOf(next);
    // A choice has at least one option; until there is one, those of before stay.
    if (lines.length === 0 || lines.join("\n") === told.current) return;
    told.current = lines.join("\n");
    onChange(lines);
  };
  const lines = text.split("\n").map((line) => line.trim());
  const twice = lines.find((line, at) => line !== "" && lines.indexOf(line) !== at);
  const refusal =
    twice !== undefined
      ? `“${twice}” is there twice; it counts once.`
      : linesOf(text).length === 0
        ? "A choice needs an option."
        : null;
  return <Line label="Options, one a line" value={text} onChange={change} refusal={refusal} long />;
}
