import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

interface Props {
  /** What the button says to those who do not see its icon. */
  label: string;
  icon: ReactNode;
  /** The entries: links and buttons. Using one closes the menu. */
  children: ReactNode;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** A button with a list of links and buttons under it. Escape, a click elsewhere or leaving it closes it. */
export function Menu({ label, icon, children }: Props) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>(".menu-items :is(a, button)")?.focus();
    const away = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Element)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
      return;
    }
    const step = STEPS[event.key];
    const entries = [...(box.current?.querySelectorAll<HTMLElement>(".menu-items :is(a, button)") ?? [])];
    if (!step || entries.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    entries[step(entries.indexOf(document.activeElement as HTMLElement), entries.length)]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and the entries are the controls; their keys bubble up to here
    <div
      className="menu"
      ref={box}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        ref={button}
        className="btn btn-icon"
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key on an entry is a click on it
        <div
          id={id}
          className="menu-items"
          onClick={(event) => {
            if ((event.target as HTMLElement).closest("a, button")) {
              setOpen(false);
              // A dialog that an entry opens gives the focus back to what has it now.
              button.current?.focus();
            }
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}
