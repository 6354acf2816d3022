import { useEffect, useRef } from "react";

/** Links of the page that open a dialog here; without a script each leads to a page of its own. */
export function useOpeners(open: (what: string, link: HTMLElement) => void): void {
  const take = useRef(open);
  take.current = open;
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLElement>("a[data-open]");
      const elsewhere =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || elsewhere) return;
      event.preventDefault();
      const menu = link.closest<HTMLDetailsElement>("details[open]");
      if (menu) {
        menu.open = false;
        // A dialog gives the focus back to what has it now.
        menu.querySelector("summary")?.focus();
      }
      take.current(link.dataset.open ?? "", link);
    };
    document.addEventListener("click", click);
    return () => document.removeEventListener("click", click);
  }, []);
}
