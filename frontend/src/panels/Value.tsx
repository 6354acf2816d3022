import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { ExactNumber, toJsonText } from "../api/exact";
import { visible } from "../ui/visible";
import "../styles/values.css";

const FOLD_LINES = 24;
const FOLD_CHARS = 3_000;

/** A value without parts. */
export const isScalar = (value: unknown) =>
  value === null || typeof value !== "object" || value instanceof ExactNumber;

function isFlat(value: unknown): value is Record<string, unknown> {
  if (isScalar(value) || Array.isArray(value)) return false;
  const inner = Object.values(value as object);
  return (
    inner.length > 0 &&
    inner.length <= 24 &&
    inner.every(isScalar) &&
    inner.every((one) => String(one).length < 400)
  );
}

export function CopyButton({ text, what = "value" }: { text: string; what?: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small btn-icon copy"
      aria-label={`Copy the ${what}`}
      onClick={copy}
    >
      {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="visually-hidden" role="status">
        {done ? "Copied" : ""}
      </span>
    </button>
  );
}

/** How much there is, by what makes it long: a single giant line is not "1 line". */
function sizeInWords(text: string, lines: number): string {
  return lines > FOLD_LINES && text.length / lines < 200
    ? `${lines.toLocaleString("en")} lines`
    : `${text.length.toLocaleString("en")} characters`;
}

/** Text that may be long: the beginning, and the rest on demand. */
export function Folded({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const lines = text.split("\n");
  const long = lines.length > FOLD_LINES || text.length > FOLD_CHARS;
  const shown = open || !long ? text : lines.slice(0, FOLD_LINES).join("\n").slice(0, FOLD_CHARS);
  return (
    <>
      <pre className="evidence">{visible(shown)}</pre>
      {long && (
        <button type="button" className="btn btn-small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Show less" : `Show all (${sizeInWords(text, lines.length)})`}
        </button>
      )}
    </>
  );
}

/** Any JSON value: a flat object as a list of its keys, everything else as text. Never as HTML. */
export function Value({ value, what }: { value: unknown; what?: string }) {
  const text = typeof value === "string" ? value : toJsonText(value, 2);
  return (
    <div className="value">
      <CopyButton text={typeof value === "string" ? value : toJsonText(value)} what={what} />
      {isFlat(value) ? (
        <dl className="evidence kv">
          {Object.entries(value).map(([key, inner]) => (
            <div key={key}>
              <dt>{visible(key)}</dt>
              <dd>{inner === null ? "null" : visible(String(inner))}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Folded text={text} />
      )}
    </div>
  );
}
