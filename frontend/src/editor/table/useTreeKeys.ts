import { type KeyboardEvent, useRef } from "react";
import { useEditorParts, useMayEdit } from "../context";
import { onMac, shortcutOf } from "../shortcuts";
import { type Row, rowAfter, rowNamed } from "./rows";
import { idsBetween, toggled } from "./selecting";
import type { ActiveRow } from "./useActiveRow";

const PAGE = 12;
const TYPED_MS = 700;

interface Moves {
  step(id: string, by: -1 | 1): void;
}

/** What keys do in the tree itself; all others are left to the editor's table of keys. */
export function useTreeKeys(rows: readonly Row[], active: ActiveRow, { step }: Moves) {
  const { store } = useEditorParts();
  const mayEdit = useMayEdit();
  const anchor = useRef<string | null>(null);
  const typed = useRef({ text: "", at: 0 });

  const goTo = (place: number, event: { shift: boolean; keep: boolean }) => {
    const row = rows[place];
    if (!row) return;
    active.go(row.id, true);
    if (event.shift) {
      // One node alone was selected last, here or by what added it: from there on.
      const { selection } = store.getState();
      const only = selection.size === 1 ? [...selection][0] : undefined;
      const from = active.placeOf(only ?? anchor.current ?? row.id) ?? active.at;
      if (only !== undefined) anchor.current = only;
      store.getState().select(idsBetween(rows, from, place));
    } else {
      anchor.current = row.id;
      if (!event.keep) store.getState().select([row.id]);
    }
  };

  const openOrLeave = (row: Row, key: string): boolean => {
    const state = store.getState();
    const closed = new Set(state.collapsed);
    if (key === "ArrowRight" && row.open === false) closed.delete(row.id);
    else if (key === "ArrowLeft" && row.open) closed.add(row.id);
    else if (key === "*") {
      for (const other of rows)
        if (other.parent === row.parent && other.open === false) closed.delete(other.id);
    } else {
      const to =
        key === "ArrowRight" ? (row.open ? active.at + 1 : undefined) : active.placeOf(row.parent ?? "");
      if (to !== undefined) goTo(to, { shift: false, keep: false });
      return to !== undefined;
    }
    state.setCollapsed(closed);
    return true;
  };

  /** Letters lead to a title, unless they are keys of the editor: then with Shift, or once it has begun. */
  const typeAhead = (event: KeyboardEvent): boolean => {
    if ([...event.key].length !== 1 || event.key === " ") return false;
    const now = event.timeStamp;
    const goesOn = typed.current.text !== "" && now - typed.current.at < TYPED_MS;
    const taken = shortcutOf(event.nativeEvent) !== null;
    if (!goesOn && taken) return false;
    const text = goesOn ? typed.current.text + event.key : event.key;
    const to = rowNamed(rows, active.at, text);
    typed.current = { text: to === null ? "" : text, at: now };
    // What leads nowhere is not part of a title: then it is the key that it is.
    if (to === null) return !taken;
    goTo(to, { shift: false, keep: false });
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const row = rows[active.at];
    if (!row || !target.matches("tr") || event.nativeEvent.isComposing) return;
    const mod = onMac() ? event.metaKey : event.ctrlKey;
    if (event.altKey) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
      if (!by || !mayEdit || mod) return;
      event.preventDefault();
      step(row.id, by);
      return;
    }
    if (done(event, row, mod)) event.preventDefault();
  };

  const done = (event: KeyboardEvent, row: Row, mod: boolean): boolean => {
    const { key } = event;
    const to = rowAfter(rows, active.at, key, PAGE);
    if (to !== null) {
      goTo(to, { shift: event.shiftKey, keep: mod });
      return true;
    }
    if (mod) {
      if (shortcutOf(event.nativeEvent)?.name !== "selectAll") return false;
      store.getState().select(rows.map((one) => one.id));
      return true;
    }
    if (key === " ") {
      anchor.current = row.id;
      store.getState().select(toggled(store.getState().selection, row.id));
      return true;
    }
    if (key === "ArrowRight" || key === "ArrowLeft" || key === "*") return openOrLeave(row, key);
    return typeAhead(event);
  };

  const onRowClick = (id: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    const place = active.placeOf(id);
    if (place === undefined) return;
    if (event.ctrlKey || event.metaKey) {
      anchor.current = id;
      active.go(id, true);
      store.getState().select(toggled(store.getState().selection, id));
    } else goTo(place, { shift: event.shiftKey, keep: false });
  };

  return { onKeyDown, onRowClick };
}
