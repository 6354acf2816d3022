import { useQuery } from "@tanstack/react-query";
import { Keyboard, Network, Table2 } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { getJson } from "../api/http";
import type { Structure } from "../api/types";
import { NodePanel } from "../panels/NodePanel";
import { Problem } from "../panels/Problem";
import { Boundary } from "../ui/Boundary";
import { Toasts } from "../ui/toasts";
import { ConnectionState } from "./ConnectionState";
import { useRun, useRunStore } from "./context";
import { EventLog } from "./EventLog";
import { KeyboardHelp } from "./KeyboardHelp";
import { NodeTable } from "./NodeTable";
import { RunHeader } from "./RunHeader";
import { useLive } from "./useLive";
import "../styles/run.css";

const Canvas = lazy(() => import("../graph/Canvas").then((module) => ({ default: module.Canvas })));

type Mode = "graph" | "table";

const PHONE = "(max-width: 720px)";

/** The selected node stands in the address, so that a link leads to it. */
function useSelectionInAddress() {
  const store = useRunStore();
  useEffect(() => {
    const read = () => {
      const id = new URLSearchParams(location.hash.slice(1)).get("node");
      if (id !== store.getState().selected) store.getState().select(id);
    };
    read();
    window.addEventListener("hashchange", read);
    const stop = store.subscribe((state, before) => {
      if (state.selected === before.selected) return;
      const hash = state.selected ? `#node=${encodeURIComponent(state.selected)}` : "";
      history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
    });
    return () => {
      window.removeEventListener("hashchange", read);
      stop();
    };
  }, [store]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], dialog") !== null
  );
}

function useShortcuts(actions: Record<string, () => void>, onEscape: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key !== "Escape" && isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const action = event.key === "Escape" ? onEscape : actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [actions, onEscape]);
}

function Stage({ mode, structure }: { mode: Mode; structure: Structure }) {
  const selected = useRun((state) => state.selected);
  const select = useRun((state) => state.select);
  const open = useRun((state) => state.open);
  const store = useRunStore();
  // Where to look first: what needs people, then what is under way, then what went wrong.
  const focus = useMemo(() => {
    const views = Object.values(store.getState().nodes);
    return ["waiting", "running", "failed"].flatMap((status) =>
      views.filter((one) => one.status === status).map((one) => one.node),
    );
  }, [store]);
  if (mode === "table") return <NodeTable />;
  if (structure.nodes.length === 0) {
    return (
      <div className="empty">
        <h2>This graph has no nodes</h2>
        <p>There is nothing to run.</p>
      </div>
    );
  }
  return (
    <Boundary
      fallback={
        <>
          <p className="banner banner-warning">
            This graph cannot be drawn. The table shows the same nodes, with what each one needs.
          </p>
          <NodeTable />
        </>
      }
    >
      <Suspense fallback={<div className="canvas" />}>
        <Canvas structure={structure} selected={selected} onSelect={select} onOpen={open} focus={focus} />
      </Suspense>
    </Boundary>
  );
}

function BrokenPanel() {
  const select = useRun((state) => state.select);
  return (
    <aside className="panel" aria-label="Node">
      <div className="empty" role="alert">
        <h2>This node cannot be shown</h2>
        <p>The run is not touched by that. Its events are in the log below.</p>
        <button type="button" className="btn" onClick={() => select(null)}>
          Close
        </button>
      </div>
    </aside>
  );
}

interface Props {
  structure: Structure;
  structureUrl: string;
  seq: number;
  canControl: boolean;
}

export function RunPage({ structure: first, structureUrl, seq, canControl }: Props) {
  const store = useRunStore();
  const spoken = useLive(store, seq);
  const graphHash = useRun((state) => state.run.graph_hash);
  const refusal = useRun((state) => state.run.refusal);
  const selected = useRun((state) => state.selected);
  const frozen = useRun((state) => state.connection === "lost" || state.connection === "denied");
  const [firstHash] = useState(graphHash);
  const { data: structure = first } = useQuery({
    queryKey: ["structure", graphHash],
    queryFn: () => getJson<Structure>(structureUrl),
    initialData: graphHash === firstHash ? first : undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [mode, setMode] = useState<Mode>(() => (matchMedia(PHONE).matches ? "table" : "graph"));
  const [logOpen, setLogOpen] = useState(() => !matchMedia(PHONE).matches);
  const [help, setHelp] = useState(false);
  useSelectionInAddress();
  const toggleMode = useCallback(() => setMode((now) => (now === "graph" ? "table" : "graph")), []);
  const toggleLog = useCallback(() => setLogOpen((open) => !open), []);
  useShortcuts(
    useMemo(
      () => ({
        t: toggleMode,
        e: toggleLog,
        "?": () => setHelp(true),
      }),
      [toggleMode, toggleLog],
    ),
    useCallback(() => store.getState().select(null), [store]),
  );
  return (
    <div className={frozen ? "run is-frozen" : "run"}>
      <RunHeader canControl={canControl} />
      <div className="stage">
        <div className="stage-bar">
          <fieldset className="segmented">
            <legend className="visually-hidden">How to show the nodes</legend>
            <button type="button" aria-pressed={mode === "graph"} onClick={() => setMode("graph")}>
              <Network aria-hidden="true" />
              Graph
            </button>
            <button type="button" aria-pressed={mode === "table"} onClick={() => setMode("table")}>
              <Table2 aria-hidden="true" />
              Table
            </button>
          </fieldset>
          <span className="grow" />
          <ConnectionState />
          <button
            type="button"
            className="btn btn-quiet btn-small btn-icon"
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
            onClick={() => setHelp(true)}
          >
            <Keyboard aria-hidden="true" />
          </button>
        </div>
        {refusal && <Problem problem={refusal} />}
        <Stage mode={mode} structure={structure} />
      </div>
      <Boundary key={selected} fallback={<BrokenPanel />}>
        <NodePanel />
      </Boundary>
      <EventLog open={logOpen} onToggle={toggleLog} />
      <p className="visually-hidden" role="status" aria-live="polite">
        {spoken}
      </p>
      {help && <KeyboardHelp onClose={() => setHelp(false)} />}
      <Toasts />
    </div>
  );
}
