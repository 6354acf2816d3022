import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { rename } from "./canvas/edits";
import { useEditorParts } from "./context";
import type { NodeJson } from "./model";
import { ui } from "./ui";

/**
 * A node's title, written where it is shown. Enter and leaving keep it, Escape does not; `back` gives the
 * focus to what had it. Whoever has typed nothing keeps nothing: others may have renamed the node meanwhile.
 */
export function useTitleField(node: NodeJson, back: () => void) {
  const editor = useEditorParts();
  const [first] = useState(node.title ?? "");
  const [title, setTitle] = useState(first);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const finish = (keep: boolean, byKey: boolean) => {
    if (done.current) return;
    done.current = true;
    if (keep && title !== first) void rename(editor, node.id, title.trim());
    ui.rename(null);
    if (byKey) back();
  };
  return {
    ref: field,
    "aria-label": `Title of ${node.id}`,
    placeholder: node.id,
    dir: "auto",
    maxLength: 200,
    value: title,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTitle(event.target.value),
    onBlur: () => finish(true, false),
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.nativeEvent.isComposing) return;
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      finish(event.key === "Enter", true);
    },
  };
}
