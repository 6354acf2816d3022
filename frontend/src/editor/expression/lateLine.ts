import { type ComponentType, useSyncExternalStore } from "react";
import { persistently } from "../../ui/lazily";
import type { LineProps } from "./ExpressionLine";

type Line = ComponentType<LineProps>;

let asked = false;
let loaded: Line | null = null;
/** A person is in the middle of a character: the field must not go away under it. */
let composing = false;
let shown: Line | null = null;
const listeners = new Set<() => void>();

function show(): void {
  if (composing || shown === loaded) return;
  shown = loaded;
  for (const listener of listeners) listener();
}

/** Fetches the editor of expressions, which is larger than all of the inspector, once somebody turns to one. */
export function wantCodeLine(): void {
  if (asked) return;
  asked = true;
  void persistently(() => import("./CodeLineInput")).then((module) => {
    loaded = module.default;
    show();
  });
}

export function setComposing(now: boolean): void {
  composing = now;
  if (!now) show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The editor, once it is here; null: a plain field does until then. */
export function useCodeLine(): Line | null {
  return useSyncExternalStore(subscribe, () => shown);
}
