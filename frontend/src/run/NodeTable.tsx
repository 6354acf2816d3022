import { useVirtualizer } from "@tanstack/react-virtual";
import { Search } from "lucide-react";
import { type MouseEvent, useMemo, useRef, useState } from "react";
import type { NodeView, TaskStatus } from "../api/types";
import { KindIcon } from "../nodes/kinds";
import { ticks } from "../nodes/NodeCard";
import { StatusWord, TASK_STATUSES } from "../ui/status";
import { isolated } from "../ui/visible";
import { useNow } from "./clock";
import { useRun } from "./context";
import { elapsed } from "./elapsed";

const ROW = 40;
const FEW = 100;

function Elapsed({ view }: { view: NodeView }) {
  const now = useNow(ticks(view));
  if (view.status === "skipped") return null;
  return <>{elapsed(view.entered_at, view.finished_at, now) ?? ""}</>;
}

function Row({ id, titles }: { id: string; titles: Record<string, NodeView> }) {
  const view = useRun((state) => state.nodes[id]);
  const selected = useRun((state) => state.selected === id);
  const select = useRun((state) => state.select);
  const open = useRun((state) => state.open);
  // A press of Enter is a click without a pointer, which counts none.
  const openFrom = (event: MouseEvent) => {
    event.stopPropagation();
    if (event.detail === 0) open(id);
    else select(id);
  };
  if (!view) return null;
  return (
    <tr aria-selected={selected} className={selected ? "is-selected" : undefined} onClick={() => select(id)}>
      <td className="num muted col-index">{view.index}</td>
      <td>
        <button type="button" className="row-link" onClick={(event) => openFrom(event)}>
          <KindIcon kind={view.kind} size={14} />
          <bdi className="truncate">{view.title}</bdi>
          {view.id !== view.node && <bdi className="mono muted truncate">{view.id}</bdi>}
        </button>
      </td>
      <td>
        <p>
          <StatusWord status={view.status} text={view.status_text} />
        </p>
      </td>
      <td className="num col-elapsed">
        <Elapsed view={view} />
      </td>
      <td className="num muted col-minor">{view.attempt > 1 ? view.attempt : ""}</td>
      <td className="muted truncate col-minor col-needs">
        {isolated(view.depends_on.map((one) => titles[one.node]?.title ?? one.node)).join(", ")}
      </td>
      <td className="muted truncate col-minor">
        <bdi>{view.assigned_agent}</bdi>
      </td>
    </tr>
  );
}

function useFiltered(text: string, status: TaskStatus | "") {
  const order = useRun((state) => state.order);
  const nodes = useRun((state) => state.nodes);
  return useMemo(() => {
    const needle = text.trim().toLowerCase();
    if (!needle && !status) return order;
    return order.filter((id) => {
      const view = nodes[id];
      if (!view || (status && view.status !== status)) return false;
      return (
        !needle || `${view.title} ${view.id} ${view.kind} ${view.status_text}`.toLowerCase().includes(needle)
      );
    });
  }, [order, nodes, text, status]);
}

/** All nodes as a table: everything that the canvas shows, in words. */
export function NodeTable() {
  const [text, setText] = useState("");
  const [status, setStatus] = useState<TaskStatus | "">("");
  const nodes = useRun((state) => state.nodes);
  const byStatus = useRun((state) => state.run.progress.by_status);
  const ids = useFiltered(text, status);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: ids.length < FEW ? FEW : 12,
  });
  const shown = rows.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div className="node-table">
      <div className="filters">
        <label className="search">
          <Search size={14} aria-hidden="true" />
          <span className="visually-hidden">Filter nodes</span>
          <input
            className="input"
            type="search"
            placeholder="Filter nodes"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <label>
          <span className="visually-hidden">Status</span>
          <select
            className="select"
            value={status}
            onChange={(event) => setStatus(event.target.value as TaskStatus | "")}
          >
            <option value="">All states</option>
            {TASK_STATUSES.filter((one) => (byStatus[one] ?? 0) > 0).map((one) => (
              <option key={one} value={one}>
                {`${one[0]?.toUpperCase()}${one.slice(1)} (${byStatus[one]})`}
              </option>
            ))}
          </select>
        </label>
        <span className="muted num" role="status">
          {ids.length.toLocaleString("en")} nodes
        </span>
      </div>
      <section className="table-scroll" ref={scroller} tabIndex={0} aria-label="Nodes">
        <table className="table" aria-rowcount={ids.length + 1}>
          <thead>
            <tr>
              <th className="col-index">#</th>
              <th>Node</th>
              <th>Status</th>
              <th className="col-elapsed">Elapsed</th>
              <th className="col-minor">Try</th>
              <th className="col-minor col-needs">Needs</th>
              <th className="col-minor">Agent</th>
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr className="spacer" style={{ height: above }} />}
            {shown.map((row) => {
              const id = ids[row.index];
              return id ? <Row key={id} id={id} titles={nodes} /> : null;
            })}
            {below > 0 && <tr className="spacer" style={{ height: below }} />}
          </tbody>
        </table>
        {ids.length === 0 && (
          <div className="empty">
            <h2>No node fits</h2>
            <p>Change the filter to see the others.</p>
          </div>
        )}
      </section>
    </div>
  );
}
