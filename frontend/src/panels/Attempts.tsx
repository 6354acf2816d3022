import { ChevronRight } from "lucide-react";
import type { AttemptView, CallView } from "../api/types";
import { elapsed, formatDuration } from "../run/elapsed";
import { Time } from "../ui/Time";
import { Problem } from "./Problem";
import { Value } from "./Value";

function Call({ call }: { call: CallView }) {
  const state = call.problem ? "failed" : call.completed_at ? "completed" : "running";
  return (
    <details className="call">
      <summary>
        <ChevronRight size={14} aria-hidden="true" />
        <span className={`dot state state-${state}`} aria-hidden="true" />
        <b className="mono truncate">{call.tool}</b>
        <span className="muted">{call.effect}</span>
        <span className="grow" />
        <span className="num muted">
          {call.duration_ms != null ? formatDuration(call.duration_ms) : call.completed_at ? "" : "under way"}
        </span>
      </summary>
      <div className="stack">
        {call.problem && <Problem problem={call.problem} />}
        <h4>Request</h4>
        <Value value={call.input} what="request" />
        {call.completed_at && !call.problem && (
          <>
            <h4>Response</h4>
            <Value value={call.output ?? null} what="response" />
          </>
        )}
        <dl className="kv">
          <dt>Asked</dt>
          <dd>
            <Time at={call.requested_at} />
          </dd>
          <dt>Key</dt>
          <dd className="mono">{call.idempotency_key}</dd>
        </dl>
      </div>
    </details>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const took = attempt.finished_at ? elapsed(attempt.entered_at, attempt.finished_at, 0) : null;
  return (
    <section className="attempt">
      <h3>
        Try {attempt.number}
        <span className="num muted">{took}</span>
      </h3>
      {attempt.reason && <p className="muted">{attempt.reason}</p>}
      {attempt.problem && <Problem problem={attempt.problem} />}
      {attempt.calls.length === 0 && <p className="muted">No calls.</p>}
      {attempt.calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
    </section>
  );
}

export function Attempts({ attempts }: { attempts: AttemptView[] }) {
  if (attempts.length === 0) return <p className="muted">This node has not started yet.</p>;
  return (
    <div className="stack">
      {[...attempts].reverse().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </div>
  );
}
