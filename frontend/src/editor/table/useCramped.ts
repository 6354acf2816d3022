import { type RefObject, useLayoutEffect, useState } from "react";

const NARROW = 620;

/** Whether an element has too little room for its columns side by side. */
export function useCramped(element: RefObject<HTMLElement | null>): boolean {
  const [cramped, setCramped] = useState(false);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const look = () => setCramped(watched.clientWidth < NARROW && watched.clientWidth > 0);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return cramped;
}
