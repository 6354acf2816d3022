import { CirclePause, CirclePlay, RotateCcw, UserCheck, XCircle } from "lucide-react";
import { useState } from "react";
import { explain, postJson } from "../api/http";
import type { RunVerb, RunView, SpentView } from "../api/types";
import { urls } from "../api/urls";
import { Dialog } from "../ui/Dialog";
import { Progress } from "../ui/Progress";
import { StatusPill } from "../ui/status";
import { toast } from "../ui/toasts";
import { useNow } from "./clock";
import { useRun } from "./context";
import { elapsed } from "./elapsed";

const DONE: Record<RunVerb, string> = {
  pause: "Paused. What is under way finishes; nothing new starts.",
  continue: "The run goes on.",
  cancel: "The run is being canceled.",
  retry: "The run tries again.",
};

function useVerb() {
  const takeRun = useRun((state) => state.takeRun);
  const id = useRun((state) => state.run.id);
  const [busy, setBusy] = useState(false);
  const act = async (verb: RunVerb) => {
    setBusy(true);
    try {
      takeRun(await postJson<RunView>(urls.verb(id, verb)));
      toast("success", DONE[verb]);
    } catch (error) {
      toast("error", explain(error));
    } finally {
      setBusy(false);
    }
  };
  return { act, busy };
}

function Verbs({ verbs }: { verbs: RunVerb[] }) {
  const { act, busy } = useVerb();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {verbs.includes("retry") && (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => act("retry")}>
          <RotateCcw aria-hidden="true" />
          Retry
        </button>
      )}
      {verbs.includes("continue") && (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => act("continue")}>
          <CirclePlay aria-hidden="true" />
          Continue
        </button>
      )}
      {verbs.includes("pause") && (
        <button type="button" className="btn" disabled={busy} onClick={() => act("pause")}>
          <CirclePause aria-hidden="true" />
          Pause
        </button>
      )}
      {verbs.includes("cancel") && (
        <button type="button" className="btn" disabled={busy} onClick={() => setAsking(true)}>
          <XCircle aria-hidden="true" />
          Cancel…
        </button>
      )}
      {asking && (
        <Dialog title="Cancel this run?" onClose={() => setAsking(false)}>
          <p>
            Nodes that are done keep their results. The rest will not run, and a canceled run cannot go on.
          </p>
          <div className="dialog-actions">
            <button type="button" className="btn" onClick={() => setAsking(false)}>
              Keep it running
            </button>
            <button
              type="button"
              className="btn btn-danger"
              onClick={() => {
                setAsking(false);
                void act("cancel");
              }}
            >
              Cancel the run
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Leads to what waits for people: one link for one approval, a count for several. */
function Reviews() {
  const nodes = useRun((state) => state.nodes);
  const open = useRun((state) => state.open);
  const budget = useRun((state) => state.run.budget_approval);
  const waiting = Object.values(nodes).filter((node) => node.parked?.approval);
  const first = waiting[0];
  if (budget != null) {
    return (
      <a className="btn btn-waiting" href={urls.approvalPage(budget)}>
        <UserCheck aria-hidden="true" />
        Extend the budget…
      </a>
    );
  }
  if (!first?.parked?.approval) return null;
  return (
    <a
      className="btn btn-waiting"
      title={waiting.map((node) => node.title).join(", ")}
      href={urls.approvalPage(first.parked.approval)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        open(first.id);
      }}
    >
      <UserCheck aria-hidden="true" />
      {waiting.length === 1 ? "Review" : `Review ${waiting.length}`}
    </a>
  );
}

/** What models have used so far, each beside its limit where the graph sets one. */
function Spending({ spent, now }: { spent: SpentView; now: number }) {
  const { limits } = spent;
  const running = spent.busy_since ? Math.max(0, now - Date.parse(spent.busy_since)) : 0;
  const of = (limit: string | undefined) => (limit ? ` of ${limit}` : "");
  const unpriced = spent.unpriced > 0 ? `, without ${spent.unpriced} calls whose price is not known` : "";
  return (
    <>
      <div>
        <span>tokens</span>
        <b className="num">
          {spent.tokens.toLocaleString("en")}
          {limits.tokens ? ` of ${Number(limits.tokens).toLocaleString("en")}` : ""}
        </b>
      </div>
      <div title={`$${spent.cost_usd}${unpriced}`}>
        <span>cost</span>
        <b className="num">
          {spent.unpriced > 0 && "≥ "}${spent.cost_usd}
          {limits.cost_usd ? ` of $${limits.cost_usd}` : ""}
        </b>
      </div>
      {spent.wall_seconds != null && (
        <div>
          <span>at work</span>
          <b className="num">
            {Math.round(spent.wall_seconds + running / 1000)}
            {of(limits.wall_seconds)} s
          </b>
        </div>
      )}
    </>
  );
}

const ENDED = new Set(["completed", "failed", "canceled"]);

export function RunHeader({ canControl }: { canControl: boolean }) {
  const run = useRun((state) => state.run);
  const ticking = run.started_at != null && !run.finished_at && !ENDED.has(run.status);
  const now = useNow(ticking);
  const { done, total, by_status } = run.progress;
  const summary = `${done} of ${total}`;
  return (
    <header className="run-head">
      <div className="run-title">
        <h1 title={run.graph_name}>
          <bdi className="truncate">{run.graph_name}</bdi> <span className="run-number">#{run.id}</span>
        </h1>
        <p className="truncate">
          {run.tried ? `Test of draft ${run.tried.draft_version}` : `Revision ${run.revision}`} · started by{" "}
          <bdi>{run.started_by}</bdi>
        </p>
      </div>
      <StatusPill status={run.status} text={run.status_text} />
      <div className="figures">
        <div>
          <span>progress</span>
          <b className="num">{summary}</b>
        </div>
        <div className="figure-bar">
          <Progress counts={by_status} of={total} label={`${summary} nodes done`} />
        </div>
        <div>
          <span>elapsed</span>
          <b className="num">{elapsed(run.started_at, run.finished_at, now) ?? "—"}</b>
        </div>
        {run.spent && <Spending spent={run.spent} now={now} />}
      </div>
      <span className="grow" />
      <div className="verbs">
        <Reviews />
        {canControl && <Verbs verbs={run.verbs} />}
      </div>
    </header>
  );
}
