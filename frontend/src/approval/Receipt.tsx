import type { ApprovalView } from "../api/types";
import { humanise } from "../forms/titles";
import { Value } from "../panels/Value";
import { StatusPill } from "../ui/status";
import { Time } from "../ui/Time";

const WORDS = {
  open: "Open",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired",
  closed: "Closed",
} as const;
const looksLikeTime = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

/** What was decided, by whom and when, with the exact answer. Prints on one page. */
export function Receipt({ approval }: { approval: ApprovalView }) {
  const { input, ...facts } = (approval.receipt ?? {}) as Record<string, unknown>;
  const shown = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== "" && typeof value !== "object",
  );
  return (
    <section className="receipt stack" aria-label="Receipt">
      <div>
        <StatusPill status={approval.status} text={WORDS[approval.status]} />
      </div>
      <dl className="kv">
        {shown.map(([key, value]) => (
          <div key={key}>
            <dt>{humanise(key)}</dt>
            <dd>{looksLikeTime(value) ? <Time at={value as string} /> : String(value)}</dd>
          </div>
        ))}
        <div>
          <dt>Run</dt>
          <dd>
            <a href={`/runs/${approval.run}/`}>
              {approval.graph_name} #{approval.run}
            </a>
          </dd>
        </div>
      </dl>
      {input !== undefined && input !== null && (
        <>
          <h3>Answer</h3>
          <Value value={input} what="answer" />
        </>
      )}
    </section>
  );
}
