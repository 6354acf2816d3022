import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface Props {
  title: string;
  /** For a dialog that needs more room than a question. */
  size?: "wide";
  onClose(): void;
  children: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. Closing decides nothing. */
export function Dialog({ title, size, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // In a layout effect, so that it closes before it is taken away: only then the focus goes back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // What a person most likely wants to do first. Else the browser takes what it finds first, which may be
    // a group of fields: then it is the first of them.
    const wanted = document.activeElement?.matches('[tabindex="-1"]') ? "input, select, textarea" : null;
    const first = element?.querySelector<HTMLElement>("[data-first]");
    (first ?? (wanted ? element?.querySelector<HTMLElement>(wanted) : null))?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      className={size ? `dialog dialog-${size}` : "dialog"}
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
