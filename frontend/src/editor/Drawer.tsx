import { X } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { Boundary } from "../ui/Boundary";
import { lazily } from "../ui/lazily";
import { type TabItem, Tabs } from "../ui/Tabs";
import { ChangesDrawer } from "./changes/ChangesDrawer";
import { useEditor, useEditorParts } from "./context";
import { Resizer } from "./Resizer";
import { DRAWER_ID } from "./StageBar";
import type { Drawer as Side } from "./store";
import { useDrawerHeight } from "./useDrawerHeight";

const ProblemsList = lazily(() =>
  import("./problems/ProblemsList").then((module) => ({ default: module.ProblemsList })),
);

const SIDES: TabItem<NonNullable<Side>>[] = [
  { key: "problems", label: "Problems" },
  { key: "changes", label: "Changes" },
];
const PANEL = "editor-drawer-panel";

/** The focus goes into the drawer when it opens, and back to where it was when it closes. */
function useFocusIn(open: boolean, panel: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement as HTMLElement | null;
    panel.current?.focus();
    return () => {
      const inside = panel.current?.contains(document.activeElement) ?? true;
      if (inside || document.activeElement === document.body) before?.focus();
    };
  }, [open, panel]);
}

function Open({ side }: { side: NonNullable<Side> }) {
  const { store } = useEditorParts();
  const { setDrawer } = store.getState();
  const height = useDrawerHeight();
  const section = useRef<HTMLElement>(null);
  useFocusIn(true, section);
  return (
    <section
      id={DRAWER_ID}
      ref={section}
      className="editor-drawer"
      aria-label="Problems and changes"
      tabIndex={-1}
      style={{ height: height.value }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        setDrawer(null);
      }}
    >
      <Resizer height={height} controls={DRAWER_ID} />
      <header>
        <Tabs<NonNullable<Side>>
          label="Problems and changes"
          tabs={SIDES}
          current={side}
          onChange={setDrawer}
          panelId={PANEL}
        />
        <span className="grow" />
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Close problems and changes"
          title="Close (Esc)"
          onClick={() => setDrawer(null)}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <div
        id={PANEL}
        className="editor-drawer-body"
        role="tabpanel"
        aria-label={side === "problems" ? "Problems" : "Changes"}
      >
        <Boundary
          key={side}
          fallback={
            <p className="event-empty">This list cannot be shown. The graph is not touched by that.</p>
          }
        >
          {side === "changes" ? (
            <ChangesDrawer />
          ) : (
            <Suspense fallback={<div className="skeleton" style={{ height: 60, margin: 12 }} />}>
              <ProblemsList />
            </Suspense>
          )}
        </Boundary>
      </div>
    </section>
  );
}

/** What lies beneath the canvas: what is wrong, and what was changed since the last revision. */
export function Drawer() {
  const side = useEditor((state) => state.drawer);
  return side === null ? null : <Open side={side} />;
}
