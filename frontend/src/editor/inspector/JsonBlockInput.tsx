import { useEffect, useRef } from "react";
import { useFrame } from "./Frame";
import type { JsonEditorProps } from "./JsonEditor";
import { JsonBlock } from "./jsonBlock";
import "../../styles/code.css";

export default function JsonBlockInput(props: JsonEditorProps) {
  const { value, readOnly } = props;
  const { id, labelId, describedBy, invalid } = useFrame();
  const box = useRef<HTMLDivElement>(null);
  const block = useRef<JsonBlock>(null);
  const latest = useRef(props);
  latest.current = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes is handed on below
  useEffect(() => {
    if (!box.current) return;
    const made = new JsonBlock({
      parent: box.current,
      text: value,
      onChange: (text) => latest.current.onChange(text),
      onSave: () => latest.current.onSave?.(),
    });
    block.current = made;
    return () => {
      block.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => block.current?.setText(value), [value]);
  useEffect(() => block.current?.setWritable(!readOnly), [readOnly]);
  useEffect(() => {
    const attributes: Record<string, string> = { id, "aria-labelledby": labelId };
    if (describedBy) attributes["aria-describedby"] = describedBy;
    if (invalid) attributes["aria-invalid"] = "true";
    block.current?.setAttributes(attributes);
  }, [id, labelId, describedBy, invalid]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus comes up from the editor inside
    <div
      ref={box}
      className="textarea code-block"
      data-invalid={invalid || undefined}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    />
  );
}
