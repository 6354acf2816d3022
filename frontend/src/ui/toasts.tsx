import { CircleCheck, CircleX, Info, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { create } from "zustand";

/** What a person can do about it, or where they can go. Doing it closes the toast. */
export type ToastAction = { label: string; run(): void } | { label: string; href: string };

interface Toast {
  id: number;
  kind: "success" | "error" | "info";
  text: string;
  action: ToastAction | undefined;
}

const ICONS = { success: CircleCheck, error: CircleX, info: Info };

const SHOWN_MS = 6_000;
/** Long enough to read why, and to reach what it offers. */
const LONGER_MS = 20_000;
/** More of them would hide what they are about. */
const SHOWN = 3;
const KEPT = 20;
let last = 0;

const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

function dismiss(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
}

/** Says a result beside what it is about. It goes by itself, a refusal or an offer later than news. */
export function toast(kind: Toast["kind"], text: string, action?: ToastAction): void {
  last += 1;
  const id = last;
  useToasts.setState(({ toasts }) => {
    // Said again, it is said once: the newer takes the place of the older.
    const others = toasts.filter((one) => one.text !== text).slice(1 - KEPT);
    return { toasts: [...others, { id, kind, text, action }] };
  });
}

/** Ends each after its time, while nobody points at them or has the focus in them. */
function useLeaving(shown: readonly Toast[], held: boolean): void {
  const left = useRef(new Map<number, number>());
  useEffect(() => {
    if (held) return;
    const began = Date.now();
    const timers = shown.map(({ id, kind, action }) => {
      const time = left.current.get(id) ?? (kind === "error" || action ? LONGER_MS : SHOWN_MS);
      left.current.set(id, time);
      return setTimeout(() => dismiss(id), time);
    });
    return () => {
      for (const timer of timers) clearTimeout(timer);
      const passed = Date.now() - began;
      for (const { id } of shown) left.current.set(id, Math.max((left.current.get(id) ?? 0) - passed, 500));
    };
  }, [shown, held]);
}

function ToastBox({ id, kind, text, action }: Toast) {
  const Icon = ICONS[kind];
  const act = (run: () => void) => {
    dismiss(id);
    run();
  };
  return (
    <div className={`toast toast-${kind}`}>
      <Icon aria-hidden="true" />
      <span>{text}</span>
      {action && "href" in action && (
        <a className="btn btn-small" href={action.href}>
          {action.label}
        </a>
      )}
      {action && "run" in action && (
        <button type="button" className="btn btn-small" onClick={() => act(action.run)}>
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon"
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  const [held, setHeld] = useState(false);
  const shown = useMemo(() => toasts.slice(-SHOWN), [toasts]);
  const more = toasts.length - shown.length;
  // Whoever points at one that is dismissed points at none any more.
  useEffect(() => {
    if (toasts.length === 0) setHeld(false);
  }, [toasts]);
  useLeaving(shown, held);
  return (
    <section
      className="toasts"
      aria-label="Results"
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {more > 0 && (
        <div className="toast">
          <span>and {more} more</span>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => useToasts.setState({ toasts: [] })}
          >
            Dismiss all
          </button>
        </div>
      )}
      {shown.map((one) => (
        <ToastBox key={one.id} {...one} />
      ))}
    </section>
  );
}
