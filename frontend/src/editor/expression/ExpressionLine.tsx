import { type FocusEvent, type RefObject, Suspense, useRef } from "react";
import type { ScopePath } from "../../api/types";
import { lazily } from "../../ui/lazily";
import { useFrame } from "../inspector/Frame";

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

const load = () => import("./CodeLineInput");
const CodeLineInput = lazily(load);

/** Fetches the editor before anybody needs it. */
export function preloadCodeLine(): void {
  void load().catch(() => undefined);
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
      onChange={(event) => {
        onChange(event.target.value);
        note(event.target);
      }}
      onSelect={(event) => note(event.currentTarget)}
      onFocus={(event) => {
        note(event.currentTarget);
        onFocus();
      }}
      onBlur={(event) => {
        // Going away under the cursor is no leaving.
        if (event.currentTarget.isConnected) held.current = null;
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
  const all = { ...props, attributes, held };
  return (
    <Suspense fallback={<PlainLine {...all} />}>
      <CodeLineInput {...all} />
    </Suspense>
  );
}
