import type { EdgeState, NodeDetail, NodeView } from "../api/types";
import { kindWord } from "../nodes/kinds";
import { ticks } from "../nodes/NodeCard";
import { useNow } from "../run/clock";
import { useRun } from "../run/context";
import { elapsed } from "../run/elapsed";
import { StatusWord } from "../ui/status";
import { Time } from "../ui/Time";
import { visible } from "../ui/visible";
import { Problem } from "./Problem";
import { Value } from "./Value";

const PARKED: Record<string, string> = {
  gate: "people's decision",
  ask: "an answer",
  budget: "more budget",
  reconcile: "someone to say whether a write happened",
  sleep: "its time to pass",
  retry: "its next try",
};

/** What became of a way here, in words. */
const EDGE: Record<EdgeState, string> = {
  undecided: "not yet decided",
  live: "taken",
  dead: "not taken",
  broken: "failed",
};

function Needs({ view }: { view: NodeView }) {
  const nodes = useRun((state) => state.nodes);
  const select = useRun((state) => state.select);
  if (view.depends_on.length === 0) return <>nothing</>;
  return (
    <ul className="needs">
      {view.depends_on.map((one) => (
        <li key={`${one.node} ${one.case ?? ""}`}>
          <button type="button" className="link" onClick={() => select(one.node)}>
            <bdi>{nodes[one.node]?.title ?? one.node}</bdi>
          </button>
          {one.case && (
            <span className="muted">
              {" "}
              · <bdi>{one.case}</bdi>
            </span>
          )}
          {one.state !== "live" && <span className="muted"> · {EDGE[one.state]}</span>}
        </li>
      ))}
    </ul>
  );
}

export function Overview({ view, detail }: { view: NodeView; detail: NodeDetail | undefined }) {
  const now = useNow(ticks(view));
  const took = elapsed(view.entered_at, view.finished_at, now);
  return (
    <div className="stack">
      {detail?.description && <p className="description">{detail.description}</p>}
      {view.problem && <Problem problem={view.problem} />}
      <dl className="kv">
        <dt>Status</dt>
        <dd>
          <p>
            <StatusWord status={view.status} text={view.status_text} />
          </p>
        </dd>
        {view.parked && (
          <>
            <dt>Waits for</dt>
            <dd>
              {PARKED[view.parked.cause]}
              {view.parked.due && (
                <>
                  {" · due "}
                  <Time at={view.parked.due} />
                </>
              )}
            </dd>
          </>
        )}
        {view.case && (
          <>
            <dt>Case</dt>
            <dd>
              <bdi>{view.case}</bdi>
            </dd>
          </>
        )}
        {view.skip_reason && (
          <>
            <dt>Because</dt>
            <dd>{view.skip_reason}</dd>
          </>
        )}
        <dt>Elapsed</dt>
        <dd className="num">{took ?? "not started"}</dd>
        {view.entered_at && (
          <>
            <dt>Started</dt>
            <dd>
              <Time at={view.entered_at} />
            </dd>
          </>
        )}
        <dt>Attempt</dt>
        <dd className="num">
          {view.attempt}
          {view.retry_count > 0 && <span className="muted"> · {view.retry_count} retries</span>}
          {view.predicate_rerun_count > 0 && (
            <span className="muted"> · {view.predicate_rerun_count} re-runs</span>
          )}
        </dd>
        {view.assigned_agent && (
          <>
            <dt>Agent</dt>
            <dd>
              <bdi>{view.assigned_agent}</bdi>
              {view.model && (
                <span className="muted">
                  {" · "}
                  <bdi>{view.model}</bdi>
                </span>
              )}
              {view.simulated && <p className="field-help">Simulated: no real model answers.</p>}
            </dd>
          </>
        )}
        <dt>Kind</dt>
        <dd>{kindWord(view.kind)}</dd>
        <dt>Id</dt>
        <dd className="mono">{view.id}</dd>
        <dt>Needs</dt>
        <dd>
          <Needs view={view} />
        </dd>
      </dl>
      {view.predicate_outcome && (
        <section className="stack">
          <h3>Check</h3>
          <Value value={view.predicate_outcome} what="check's outcome" />
        </section>
      )}
      {view.result && (
        <section className="stack">
          <h3>Result</h3>
          <pre className="evidence">
            {visible(view.result.text)}
            {view.result.cut && "…"}
          </pre>
          {view.result.cut && (
            <p className="field-help">
              The beginning of {view.result.size.toLocaleString("en")} characters; the whole is under Output.
            </p>
          )}
        </section>
      )}
    </div>
  );
}
