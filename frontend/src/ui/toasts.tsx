import { CircleCheck, CircleX, Info, X } from "lucide-react";
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
/** Long enough to read it and to reach what it offers. */
const OFFERED_MS = 20_000;
let last = 0;

const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

function dismiss(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
}

/** Says a result in the corner. Errors stay until they are closed. */
export function toast(kind: Toast["kind"], text: string, action?: ToastAction): void {
  last += 1;
  const id = last;
  useToasts.setState(({ toasts }) => {
    // Said again, it is said once: the newer takes the place of the older.
    const others = toasts.filter((one) => one.text !== text).slice(-3);
    return { toasts: [...others, { id, kind, text, action }] };
  });
  if (kind !== "error") setTimeout(() => dismiss(id), action ? OFFERED_MS : SHOWN_MS);
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
  return (
    <section className="toasts" aria-label="Results" aria-live="polite">
      {toasts.map((one) => (
        <ToastBox key={one.id} {...one} />
      ))}
    </section>
  );
}
