import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { explain, getJson } from "../api/http";
import type { NodeDetail, NodeView } from "../api/types";
import { urls } from "../api/urls";
import { bodiesOf } from "../graph/items";
import { KindIcon } from "../nodes/kinds";
import { useRun, useRunStore } from "../run/context";
import { StatusPill } from "../ui/status";
import { type TabItem, Tabs } from "../ui/Tabs";
import { Attempts } from "./Attempts";
import { BodyItems } from "./BodyItems";
import { NodeLog } from "./NodeLog";
import { Overview } from "./Overview";
import { Value } from "./Value";

/** Per run page: which request for the focus was met, and what had the focus before. */
const taken = new WeakMap<object, number>();
const opener = new WeakMap<object, HTMLElement>();

const Decide = lazy(() => import("../approval/ApprovalForm"));

type Tab = "decide" | "overview" | "input" | "output" | "attempts" | "log";

function tabsOf(decision: string | null): TabItem<Tab>[] {
  const tabs: TabItem<Tab>[] = [
    { key: "overview", label: "Overview" },
    { key: "input", label: "Input" },
    { key: "output", label: "Output" },
    { key: "attempts", label: "Attempts" },
    { key: "log", label: "Log" },
  ];
  return decision ? [{ key: "decide", label: decision }, ...tabs] : tabs;
}

function useDetail(run: number, view: NodeView) {
  const client = useQueryClient();
  const key = ["node", run, view.id];
  const query = useQuery({ queryKey: key, queryFn: () => getJson<NodeDetail>(urls.node(run, view.id)) });
  // A new view from the socket says that the details have changed too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the signal
  useEffect(() => {
    void client.invalidateQueries({ queryKey: key });
  }, [view]);
  return query;
}

interface BodyProps {
  tab: Tab;
  view: NodeView;
  run: number;
  approval: number | null;
}

function Body({ tab, view, run, approval }: BodyProps) {
  const { data: detail, error } = useDetail(run, view);
  if (tab === "decide" && approval) {
    return (
      <Suspense fallback={<div className="skeleton" style={{ height: 180 }} />}>
        <Decide key={approval} id={approval} revision={view.status_text} compact />
      </Suspense>
    );
  }
  if (tab === "overview" || tab === "decide") return <Overview view={view} detail={detail} />;
  if (error && !detail) return <p className="field-error">{explain(error)}</p>;
  if (!detail) return <div className="skeleton" style={{ height: 120 }} />;
  if (tab === "input") {
    return view.entered_at ? (
      <Value value={detail.input} what="input" />
    ) : (
      <p className="muted">There is no input before the node starts.</p>
    );
  }
  if (tab === "output") {
    return view.status === "completed" ? (
      <Value value={detail.output ?? null} what="output" />
    ) : (
      <p className="muted">There is no output before the node completes.</p>
    );
  }
  if (tab === "attempts") return <Attempts attempts={detail.attempts} />;
  return <NodeLog events={detail.events} />;
}

/** The heading takes the focus when the panel is asked for; closing gives it back to where it came from. */
function usePanelFocus() {
  const asked = useRun((state) => state.focusPanel);
  const heading = useRef<HTMLHeadingElement>(null);
  const store = useRunStore();
  useEffect(() => {
    if (asked === 0 || taken.get(store) === asked) return;
    taken.set(store, asked);
    const from = document.activeElement;
    if (from instanceof HTMLElement && !from.closest(".panel")) opener.set(store, from);
    heading.current?.focus();
  }, [asked, store]);
  useEffect(
    () => () => {
      // The panel's own elements are gone by now: the focus is nowhere unless somebody took it.
      requestAnimationFrame(() => {
        const nowhere = !document.activeElement || document.activeElement === document.body;
        if (nowhere && !store.getState().selected) opener.get(store)?.focus();
      });
    },
    [store],
  );
  return heading;
}

function Panel({ view }: { view: NodeView }) {
  const heading = usePanelFocus();
  const run = useRun((state) => state.run.id);
  const select = useRun((state) => state.select);
  const open = view.parked?.approval ?? null;
  // Once decided, the approval is the receipt of what was done here.
  const [approval, setApproval] = useState(open);
  if (open !== null && open !== approval) setApproval(open);
  const tabs = tabsOf(open ? "Decide" : approval ? "Receipt" : null);
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tab = tabs.some((one) => one.key === chosen) ? (chosen as Tab) : (tabs[0]?.key ?? "overview");
  const panelId = useId();
  return (
    <aside className="panel" aria-label={view.title}>
      <header className="panel-head">
        <KindIcon kind={view.kind} size={16} />
        <h2 className="truncate" title={view.title} ref={heading} tabIndex={-1}>
          <bdi>{view.title}</bdi>
        </h2>
        <StatusPill status={view.status} text={view.status_text} />
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Close the panel"
          onClick={() => select(null)}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <Tabs<Tab> label="About this node" tabs={tabs} current={tab} onChange={setChosen} panelId={panelId} />
      <div className="panel-body" id={panelId} role="tabpanel" tabIndex={0}>
        <Body tab={tab} view={view} run={run} approval={approval} />
      </div>
    </aside>
  );
}

/** Everything about the selected node; for a body, its items. */
export function NodePanel() {
  const selected = useRun((state) => state.selected);
  const view = useRun((state) => (selected ? state.nodes[selected] : undefined));
  const isBody = useRun((state) => (selected ? bodiesOf(state.nodes).has(selected) : false));
  if (!selected) return null;
  return view && !isBody ? <Panel key={view.id} view={view} /> : <BodyItems body={selected} />;
}
