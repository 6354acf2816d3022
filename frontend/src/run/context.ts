import { createContext, useContext } from "react";
import type { RunStore } from "./store";

export const RunStoreContext = createContext<RunStore | null>(null);

export function useRunStore(): RunStore {
  const store = useContext(RunStoreContext);
  if (!store) throw new Error("There is no run here.");
  return store;
}

type State = ReturnType<RunStore["getState"]>;

/** What `select` picks from the run; the component renders again only when that changes. */
export function useRun<T>(select: (state: State) => T): T {
  return useRunStore()(select);
}
