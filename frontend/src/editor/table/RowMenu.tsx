import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { nameOf } from "../names";
import { entriesFor } from "./menuEntries";
import type { MenuPlace } from "./Tree";

interface Props {
  place: MenuPlace;
  /** Absent on the canvas, where the order among siblings is not seen. */
  onStep?(id: string, by: -1 | 1): void;
  onClose(): void;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** All that can be done with a row, or with all that are selected, each with its key. */
export function RowMenu({ place, onStep, onClose }: Props) {
  const editor = useEditorParts();
  const mayEdit = useMayEdit();
  const selection = useEditor((state) => state.selection);
  const node = useEditor((state) => state.draft.nodes.get(place.id));
  const menu = useRef<HTMLDivElement>(null);
  const groups = entriesFor(editor, place.id, mayEdit, onStep);

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    element.showPopover?.();
    const { width, height } = element.getBoundingClientRect();
    const left = Math.min(place.x, innerWidth - width - 8);
    const top = place.y + height > innerHeight - 8 ? Math.max(8, place.y - height) : place.y;
    element.style.left = `${Math.max(8, left)}px`;
    element.style.top = `${top}px`;
    element.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
  }, [place]);

  useEffect(() => {
    const away = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Element)) onClose();
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [onClose]);

  const back = () =>
    document
      .querySelector<HTMLElement>(`:is(.tree tr, .react-flow__node)[data-id="${CSS.escape(place.id)}"]`)
      ?.focus({ preventScroll: true });

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const step = STEPS[event.key];
    if (step) items[step(at, items.length)]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      back();
      onClose();
    } else if ([...event.key].length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey) {
      const wanted = event.key.toLocaleLowerCase();
      const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      after.find((item) => item.textContent?.toLocaleLowerCase().startsWith(wanted))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const what = selection.size > 1 ? `${selection.size} nodes` : node ? nameOf(node) : place.id;
  return (
    <div
      ref={menu}
      className="row-menu"
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={`Actions for ${what}`}
      onKeyDown={onKeyDown}
    >
      {groups.map((entries) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a menu, not of a form
        <div key={entries[0]?.label} role="group" className="row-menu-group">
          {entries.map(({ label, caps, run }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                // What opens from here gives the focus back to the row.
                back();
                onClose();
                run();
              }}
            >
              <span>{label}</span>
              <span className="caps" aria-hidden="true">
                {caps.join("+")}
              </span>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
