import { useEffect, useRef } from "react";
import { CodeLine } from "./codeLine";
import type { LineProps } from "./ExpressionLine";

/** The line as an editor with colours and completion. */
export default function CodeLineInput(props: LineProps) {
  const { value, hint, attributes, held } = props;
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<CodeLine>(null);
  const latest = useRef(props);
  latest.current = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes is handed on below
  useEffect(() => {
    if (!box.current) return;
    const made = new CodeLine({
      parent: box.current,
      text: value,
      hint,
      onChange: (text) => latest.current.onChange(text),
      onEnter: () => latest.current.onEnter(),
      names: () => latest.current.names(),
    });
    line.current = made;
    // The plain field that stood here may have had the focus.
    if (held.current) made.focus(held.current);
    if (held.current?.typed) made.offer();
    held.current = null;
    return () => {
      line.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => line.current?.setText(value), [value]);
  const told = JSON.stringify(attributes);
  useEffect(() => line.current?.setAttributes(JSON.parse(told)), [told]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus comes up from the editor inside
    <div
      ref={box}
      className="input code-line"
      data-invalid={attributes["aria-invalid"]}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    />
  );
}
