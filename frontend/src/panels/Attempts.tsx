import { ChevronRight } from "lucide-react";
import type { AttemptView, CallView } from "../api/types";
import { elapsed, formatDuration } from "../run/elapsed";
import { Time } from "../ui/Time";
import { Problem } from "./Problem";
import { Value } from "./Value";

const PURPOSE: Record<string, string> = {
  work: "model",
  decision: "model chooses",
  judge: "model judges",
  plan: "model plans",
};
/** How an answer ended, where that is not as usual. */
const FINISH: Record<string, string> = {
  length: "cut off: too long",
  content_filter: "withheld by the provider's filter",
  error: "broken off",
};

function tokens(call: CallView): string | null {
  if (call.input_tokens == null && call.output_tokens == null) return null;
  const count = (value: number | null | undefined) => (value ?? 0).toLocaleString("en");
  return `${count(call.input_tokens)} in, ${count(call.output_tokens)} out`;
}

function Call({ call }: { call: CallView }) {
  const state = call.problem ? "failed" : call.completed_at ? "completed" : "running";
  return (
    <details className="call">
      <summary>
        <ChevronRight size={14} aria-hidden="true" />
        <span className={`dot state state-${state}`} aria-hidden="true" />
        <b className="mono truncate">{call.tool}</b>
        <span className="muted">{call.kind === "model" ? PURPOSE[call.purpose ?? "work"] : call.effect}</span>
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
          {tokens(call) && (
            <>
              <dt>Tokens</dt>
              <dd className="num">{tokens(call)}</dd>
              <dt>Cost</dt>
              <dd className="num">{call.cost_usd != null ? `$${call.cost_usd}` : "not known"}</dd>
            </>
          )}
          {call.finish && FINISH[call.finish] && (
            <>
              <dt>Ended</dt>
              <dd>{FINISH[call.finish]}</dd>
            </>
          )}
          {call.idempotency_key && (
            <>
              <dt>Key</dt>
              <dd className="mono">{call.idempotency_key}</dd>
            </>
          )}
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
      {attempt.agent && (
        <p className="muted">
          <bdi>{attempt.agent}</bdi>
          {attempt.role && (
            <>
              {" as "}
              <bdi>{attempt.role}</bdi>
            </>
          )}
          {attempt.why && ` · ${attempt.why}`}
          {attempt.tokens > 0 && ` · ${attempt.tokens.toLocaleString("en")} tokens`}
          {attempt.cost_usd != null && ` · $${attempt.cost_usd}`}
        </p>
      )}
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
