import { useEffect } from "react";
import { useCode } from "./code/useCode";
import { useEditorParts } from "./context";

/** Asks before the page goes while something that was done here has not reached the server. */
export function useUnloadGuard() {
  const { store } = useEditorParts();
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (store.getState().saving !== "stored" || useCode.getState().kept !== null) event.preventDefault();
    };
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [store]);
}
