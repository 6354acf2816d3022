import { type ReactNode, useEffect, useId, useRef } from "react";

interface Props {
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. Closing decides nothing. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
