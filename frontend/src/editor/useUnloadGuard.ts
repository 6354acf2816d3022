import { useEffect } from "react";
import { useCode } from "./code/useCode";

/** Asks before the page goes while JSON is written that is not stored; what else is on its way asks for itself. */
export function useUnloadGuard() {
  const unstored = useCode((state) => state.kept !== null);
  useEffect(() => {
    if (!unstored) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [unstored]);
}
