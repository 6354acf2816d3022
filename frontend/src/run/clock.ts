import { useSyncExternalStore } from "react";
import { useRun } from "./context";

/** One timer for the whole page, running only while something on it ticks. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, 1_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const still = () => () => undefined;

/** Milliseconds by which the server's clock is ahead of this one; small differences are noise. */
let serverAhead = 0;

export function setServerTime(date: string | null): void {
  const ahead = date ? Date.parse(date) - Date.now() : 0;
  serverAhead = Math.abs(ahead) > 3_000 ? ahead : 0;
}

/** The server's time in ms, once a second while `ticking`; it stands still while the connection is lost. */
export function useNow(ticking: boolean): number {
  const frozenAt = useRun((state) => state.frozenAt);
  const current = useSyncExternalStore(ticking && frozenAt === null ? subscribe : still, () => now);
  return (frozenAt ?? Math.max(current, 0)) + serverAhead;
}
