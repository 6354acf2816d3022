import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Row } from "./rows";

export interface ActiveRow {
  /** The place of the row that has, or would get, the focus; -1: there is none. */
  at: number;
  id: string | null;
  placeOf(id: string): number | undefined;
  /** Makes a row the active one and, if asked for, gives it the focus once it is drawn. */
  go(id: string, focus: boolean): void;
}

/**
 * One row of the tree takes the focus. When it is removed, whoever did that, the row that comes into
 * its place is next, and a focus that was on it is not lost.
 */
export function useActiveRow(rows: readonly Row[], grid: RefObject<HTMLElement | null>): ActiveRow {
  const [wanted, setWanted] = useState<string | null>(null);
  // Counts the wishes for the focus, so that the same row can get it again.
  const [focusWish, setFocusWish] = useState(0);
  const given = useRef(0);
  const last = useRef({ at: 0, focused: false });
  const places = useMemo(() => new Map(rows.map((row, place) => [row.id, place])), [rows]);
  const found = wanted === null ? undefined : places.get(wanted);
  const at = found ?? Math.min(last.current.at, rows.length - 1);
  const id = rows[at]?.id ?? null;

  useLayoutEffect(() => {
    last.current.at = Math.max(at, 0);
    const element = grid.current;
    if (!element || id === null) return;
    const lost = last.current.focused && document.activeElement === document.body;
    if (focusWish === given.current && !lost) return;
    const row = element.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`);
    if (!row) return;
    given.current = focusWish;
    row.focus({ preventScroll: true });
  });

  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const follow = (event: FocusEvent) => {
      const target = event.target as HTMLElement;
      last.current.focused = target.matches("tr");
    };
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget) last.current.focused = false;
    };
    element.addEventListener("focusin", follow);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("focusin", follow);
      element.removeEventListener("focusout", leave);
    };
  }, [grid]);

  return {
    at,
    id,
    placeOf: (one) => places.get(one),
    go: (one, focus) => {
      setWanted(one);
      if (focus) setFocusWish((count) => count + 1);
    },
  };
}
