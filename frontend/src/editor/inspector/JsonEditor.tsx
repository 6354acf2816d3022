import { type FocusEvent, Suspense } from "react";
import { lazily } from "../../ui/lazily";
import { useFrameAttributes } from "./Frame";

export interface JsonEditorProps {
  value: string;
  readOnly?: boolean;
  onChange(text: string): void;
  onFocus?(): void;
  onBlur?(event: FocusEvent<HTMLElement>): void;
  /** Ctrl-S in here. */
  onSave?(): void;
}

const JsonBlockInput = lazily(() => import("./JsonBlockInput"));

function Plain({ value, readOnly, onChange, onFocus, onBlur }: JsonEditorProps) {
  return (
    <textarea
      {...useFrameAttributes()}
      className="textarea mono"
      rows={Math.min(24, Math.max(4, value.split("\n").length))}
      spellCheck={false}
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  );
}

/** JSON to write in; a plain field until the editor is here. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<Plain {...props} />}>
      <JsonBlockInput {...props} />
    </Suspense>
  );
}
