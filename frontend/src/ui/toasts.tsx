import { CircleCheck, CircleX, X } from "lucide-react";
import { create } from "zustand";

interface Toast {
  id: number;
  kind: "success" | "error";
  text: string;
}

const SHOWN_MS = 6_000;
let last = 0;

const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

function dismiss(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
}

/** Says a result in the corner. Errors stay until they are closed. */
export function toast(kind: Toast["kind"], text: string): void {
  last += 1;
  const id = last;
  useToasts.setState((state) => ({ toasts: [...state.toasts.slice(-3), { id, kind, text }] }));
  if (kind === "success") setTimeout(() => dismiss(id), SHOWN_MS);
}

export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <section className="toasts" aria-label="Results" aria-live="polite">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={`toast toast-${kind}`}>
          {kind === "success" ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
          <span>{text}</span>
          <button
            type="button"
            className="btn btn-quiet btn-small btn-icon"
            aria-label="Dismiss"
            onClick={() => dismiss(id)}
          >
            <X aria-hidden="true" />
          </button>
        </div>
      ))}
    </section>
  );
}
