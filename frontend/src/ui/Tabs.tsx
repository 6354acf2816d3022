import { type KeyboardEvent, useId } from "react";

export interface TabItem<T extends string> {
  key: T;
  label: string;
}

interface Props<T extends string> {
  label: string;
  tabs: TabItem<T>[];
  current: T;
  onChange(key: T): void;
  panelId: string;
}

/** Tabs by the keyboard's rules: one tab stop, arrows move and select. */
export function Tabs<T extends string>({ label, tabs, current, onChange, panelId }: Props<T>) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.key === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          id={`${id}-${tab.key}`}
          data-key={tab.key}
          className="tab"
          aria-selected={tab.key === current}
          aria-controls={panelId}
          tabIndex={tab.key === current ? 0 : -1}
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
