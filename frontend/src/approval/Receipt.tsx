import { useEffect, useRef } from "react";
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
const NAMES: Record<string, string> = { actor: "By", at: "When", seq: "Event", graph_hash: "Graph" };
const looksLikeTime = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

interface Props {
  approval: ApprovalView;
  /** Decided a moment ago, on this page: the answer to what the person just did. */
  isNews: boolean;
}

/** What was decided, by whom and when, with the exact answer. Prints on one page. */
export function Receipt({ approval, isNews }: Props) {
  const {
    input,
    outcome: _outcome,
    run: _run,
    ...facts
  } = (approval.receipt ?? {}) as Record<string, unknown>;
  const shown = Object.entries(facts).filter(
    ([, value]) => value != null && value !== "" && typeof value !== "object",
  );
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNews) section.current?.focus();
  }, [isNews]);
  return (
    <section className="receipt stack" aria-label="Receipt" ref={section} tabIndex={-1}>
      <div>
        <StatusPill status={approval.status} text={WORDS[approval.status]} />
      </div>
      <dl className="kv">
        {shown.map(([key, value]) => (
          <div key={key}>
            <dt>{NAMES[key] ?? humanise(key)}</dt>
            <dd className={key === "graph_hash" ? "mono" : undefined}>
              {looksLikeTime(value) ? <Time at={value as string} /> : String(value)}
            </dd>
          </div>
        ))}
      </dl>
      {input != null && (
        <>
          <h3>Answer</h3>
          <Value value={input} what="answer" />
        </>
      )}
    </section>
  );
}
