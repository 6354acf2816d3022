import { useEffect, useRef } from "react";
import { useEditor, useEditorParts } from "../context";
import { nearest } from "./placing";

const CONTROLS =
  'input:not([type="hidden"]), select, textarea, [contenteditable="true"], button:not([aria-disabled="true"])';

/** Which request for the focus has been met, per editor. */
const met = new WeakMap<object, number>();

function fieldIn(box: HTMLElement, path: string): HTMLElement | null {
  const all = [...box.querySelectorAll<HTMLElement>("[data-field]")];
  const best = nearest(
    path,
    all.map((one) => one.dataset.field ?? ""),
  );
  return all.find((one) => one.dataset.field === best) ?? null;
}

/** Brings the field that was asked for into view and puts the focus into it; without a field, the heading. */
export function useFieldFocus(node: string | null, ready: boolean, showForm: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const { store } = useEditorParts();
  const asked = useEditor((state) => state.focusInspector);
  const field = useEditor((state) => state.focusField);
  const show = useRef(showForm);
  show.current = showForm;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another node's form is another place to look
  useEffect(() => {
    if (asked === 0 || met.get(store) === asked) return;
    if (field !== null && !ready) return;
    met.set(store, asked);
    if (field !== null) show.current();
    // The form may be about to take the place of another tab.
    const frame = requestAnimationFrame(() => {
      const found = field !== null && box.current ? fieldIn(box.current, field) : null;
      const control = found?.querySelector<HTMLElement>(CONTROLS);
      found?.scrollIntoView({ block: "center" });
      (control ?? box.current?.querySelector<HTMLElement>(".panel-head h2"))?.focus({
        preventScroll: found !== null,
      });
      if (field === "title" && control instanceof HTMLInputElement) control.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, field, store, ready, node]);
  return box;
}
