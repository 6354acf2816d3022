import { type ComponentType, lazy } from "react";
import { pauseBefore } from "../live/backoff";

/** Waits for the network, or for as long as it takes to try again without one. */
function pause(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, pauseBefore(Math.min(failures, 5), Math.random()));
    window.addEventListener("online", go);
  });
}

/** What `load` gives, however often it has to be asked. */
export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      await pause(failures);
    }
  }
}

/**
 * A part that is fetched when it is first shown, like React's `lazy`. One that cannot be fetched because
 * the server is away would take the whole page with it, and what is not stored; this one is waited for.
 */
// biome-ignore lint/suspicious/noExplicitAny: so React types a component of whatever properties
export function lazily<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  return lazy(() => persistently(load));
}
