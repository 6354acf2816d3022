import { type FocusEvent, type RefObject, useRef } from "react";
import type { ScopePath } from "../../api/types";
import { useFrame } from "../inspector/Frame";
import { setComposing, useCodeLine, wantCodeLine } from "./lateLine";

export interface Held {
  from: number;
  to: number;
}

export interface LineProps {
  value: string;
  hint: string;
  attributes: Record<string, string>;
  onChange(text: string): void;
  onEnter(): void;
  onFocus(): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
  names(): readonly ScopePath[];
  /** Where the cursor is in the plain field, while it has the focus. */
  held: RefObject<Held | null>;
}

/** The same line until the editor is here, and where it cannot be had. */
function PlainLine({ value, hint, attributes, onChange, onEnter, onFocus, onBlur, held }: LineProps) {
  const note = (field: HTMLInputElement) => {
    held.current = { from: field.selectionStart ?? 0, to: field.selectionEnd ?? 0 };
  };
  return (
    <input
      {...attributes}
      className="input mono"
      autoComplete="off"
      spellCheck={false}
      value={value}
      placeholder={hint}
      onPointerEnter={wantCodeLine}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onChange={(event) => {
        onChange(event.target.value);
        note(event.target);
      }}
      onSelect={(event) => note(event.currentTarget)}
      onFocus={(event) => {
        wantCodeLine();
        note(event.currentTarget);
        onFocus();
      }}
      onBlur={(event) => {
        // Going away under the cursor is no leaving.
        if (event.currentTarget.isConnected) {
          held.current = null;
          setComposing(false);
        }
        onBlur(event);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) onEnter();
      }}
    />
  );
}

/** The line in which an expression is written. */
export function ExpressionLine(props: Omit<LineProps, "attributes" | "held">) {
  const { id, labelId, describedBy, invalid } = useFrame();
  const held = useRef<Held | null>(null);
  const attributes: Record<string, string> = { id, "aria-labelledby": labelId };
  if (describedBy) attributes["aria-describedby"] = describedBy;
  if (invalid) attributes["aria-invalid"] = "true";
  const CodeLine = useCodeLine();
  const all = { ...props, attributes, held };
  return CodeLine ? <CodeLine {...all} /> : <PlainLine {...all} />;
}
