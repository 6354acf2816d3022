import { useEffect, useRef } from "react";
import type { ApprovalView } from "../api/types";
import { urls } from "../api/urls";
import { humanise } from "../forms/titles";
import { Value } from "../panels/Value";
import { StatusPill } from "../ui/status";
import { Time } from "../ui/Time";
import { WORDS } from "./words";

/** In this order, with these words; dashboard/receipts.py says the same. The outcome is the pill. */
const NAMES: Record<string, string> = {
  actor: "Decided by",
  at: "When",
  reason: "Reason",
  seq: "Event in the log",
  run: "Run",
  graph_hash: "Graph",
};
const looksLikeTime = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

function Fact({ name, value }: { name: string; value: unknown }) {
  if (name === "run") return <a href={urls.runPage(Number(value))}>#{String(value)}</a>;
  if (looksLikeTime(value)) return <Time at={value as string} />;
  return <bdi>{String(value)}</bdi>;
}

interface Props {
  approval: ApprovalView;
  /** Decided a moment ago, on this page: the answer to what the person just did. */
  isNews: boolean;
}

/** What was decided, by whom and when, with the exact answer. Prints on one page. */
export function Receipt({ approval, isNews }: Props) {
  const { input, outcome: _outcome, ...facts } = (approval.receipt ?? {}) as Record<string, unknown>;
  const shown = [...new Set([...Object.keys(NAMES), ...Object.keys(facts)])]
    .map((key) => [key, facts[key]] as const)
    .filter(([, value]) => value != null && value !== "" && typeof value !== "object");
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNews) section.current?.focus();
  }, [isNews]);
  return (
    <section className="receipt stack" aria-label="Receipt" ref={section} tabIndex={-1}>
      <div className="row">
        <h2>Receipt</h2>
        <StatusPill status={approval.status} text={WORDS[approval.status]} />
      </div>
      <dl className="kv">
        {shown.map(([key, value]) => (
          <div key={key}>
            <dt>{NAMES[key] ?? humanise(key)}</dt>
            <dd className={key === "graph_hash" ? "mono" : undefined}>
              <Fact name={key} value={value} />
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
