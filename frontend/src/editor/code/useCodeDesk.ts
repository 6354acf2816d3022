import { type RefObject, useEffect, useRef } from "react";
import { useEditorParts, useMayEdit } from "../context";
import { CodeDesk } from "./CodeDesk";

/** The desk in `box`, as long as the component stands. `onStore` is called by Ctrl-S. */
export function useCodeDesk(
  box: RefObject<HTMLDivElement | null>,
  onStore: () => void,
): RefObject<CodeDesk | null> {
  const { store } = useEditorParts();
  const mayEdit = useMayEdit();
  const desk = useRef<CodeDesk>(null);
  const told = useRef(onStore);
  told.current = onStore;
  useEffect(() => {
    if (!box.current) return;
    const made = new CodeDesk(store, box.current, () => told.current());
    desk.current = made;
    return () => {
      desk.current = null;
      made.destroy();
    };
  }, [store, box]);
  useEffect(() => desk.current?.setWritable(mayEdit), [mayEdit]);
  return desk;
}
