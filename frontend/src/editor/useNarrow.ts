import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 720px)";

export function isNarrow(): boolean {
  return matchMedia(NARROW).matches;
}

/** Whether there is room for one thing at a time only. */
export function useNarrow(): boolean {
  return useSyncExternalStore((changed) => {
    const query = matchMedia(NARROW);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, isNarrow);
}
