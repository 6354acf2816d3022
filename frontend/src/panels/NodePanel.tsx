import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { lazy, Suspense, useEffect, useId, useState } from "react";
import { explain, getJson } from "../api/http";
import type { NodeDetail, NodeView } from "../api/types";
import { urls } from "../api/urls";
import { KindIcon } from "../nodes/kinds";
import { useRun } from "../run/context";
import { StatusPill } from "../ui/status";
import { type TabItem, Tabs } from "../ui/Tabs";
import { Attempts } from "./Attempts";
import { BodyItems } from "./BodyItems";
import { NodeLog } from "./NodeLog";
import { Overview } from "./Overview";
import { Value } from "./Value";

const Decide = lazy(() => import("../approval/ApprovalForm"));

type Tab = "decide" | "overview" | "input" | "output" | "attempts" | "log";

function tabsOf(view: NodeView): TabItem<Tab>[] {
  const tabs: TabItem<Tab>[] = [
    { key: "overview", label: "Overview" },
    { key: "input", label: "Input" },
    { key: "output", label: "Output" },
    { key: "attempts", label: "Attempts" },
    { key: "log", label: "Log" },
  ];
  return view.parked?.approval ? [{ key: "decide", label: "Decide" }, ...tabs] : tabs;
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

function Body({ tab, view, run }: { tab: Tab; view: NodeView; run: number }) {
  const { data: detail, error } = useDetail(run, view);
  if (tab === "decide" && view.parked?.approval) {
    return (
      <Suspense fallback={<div className="skeleton" style={{ height: 180 }} />}>
        <Decide key={view.parked.approval} id={view.parked.approval} revision={view.status_text} compact />
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

function Panel({ view }: { view: NodeView }) {
  const run = useRun((state) => state.run.id);
  const select = useRun((state) => state.select);
  const tabs = tabsOf(view);
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tab = tabs.some((one) => one.key === chosen) ? (chosen as Tab) : (tabs[0]?.key ?? "overview");
  const panelId = useId();
  return (
    <aside className="panel" aria-label={view.title}>
      <header className="panel-head">
        <KindIcon kind={view.kind} size={16} />
        <h2 className="truncate" title={view.title}>
          {view.title}
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
        <Body tab={tab} view={view} run={run} />
      </div>
    </aside>
  );
}

/** Everything about the selected node; for a body, its items. */
export function NodePanel() {
  const selected = useRun((state) => state.selected);
  const view = useRun((state) => (selected ? state.nodes[selected] : undefined));
  if (!selected) return null;
  return view ? <Panel key={view.id} view={view} /> : <BodyItems body={selected} />;
}
