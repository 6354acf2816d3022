import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { ApiProblem, explain, getJson, postJson } from "../api/http";
import type { ApprovalView, Violation } from "../api/types";
import { urls } from "../api/urls";
import { asksNothing, emptyAnswer } from "../forms/prepare";
import { Value } from "../panels/Value";
import { Time } from "../ui/Time";
import { toast } from "../ui/toasts";
import { Receipt } from "./Receipt";
import { Reject } from "./Reject";
import { WhoDecides } from "./WhoDecides";

const SchemaForm = lazy(() => import("../forms/SchemaForm"));

import "../styles/forms.css";

interface Props {
  id: number;
  /** Changes when the approval may have changed (another person's decision). */
  revision?: string;
  compact?: boolean;
}

/** Sends decisions and says how they went. A refusal leaves everything as it was. */
function useDecision(approval: ApprovalView) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const decide = async (
    outcome: "approve" | "reject",
    input: unknown,
    reason: string,
  ): Promise<Violation[]> => {
    setBusy(true);
    setRefusal(null);
    try {
      const body = { outcome, input, reason, version: approval.version };
      const decided = await postJson<ApprovalView>(urls.decision(approval.id), body);
      client.setQueryData(["approval", approval.id], decided);
      toast(
        "success",
        decided.status === "open"
          ? "Your decision is recorded; another one is needed."
          : `${approval.node_title}: ${decided.status}.`,
      );
      return [];
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 422 && error.errors.length > 0) return error.errors;
      setRefusal(explain(error));
      // Somebody else was first, or the question has changed: show what is true now.
      if (error instanceof ApiProblem && error.status === 409) {
        await client.invalidateQueries({ queryKey: ["approval", approval.id] });
      }
      return [];
    } finally {
      setBusy(false);
    }
  };
  return { decide, busy, refusal };
}

function Refusal({ text }: { text: string }) {
  return (
    <div className="banner banner-error" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{text}</span>
    </div>
  );
}

function Open({ approval, compact }: { approval: ApprovalView; compact: boolean }) {
  const { decide, busy, refusal } = useDecision(approval);
  const [rejecting, setRejecting] = useState(false);
  const check = useCallback(
    async (input: unknown) =>
      (await postJson<{ errors: Violation[] }>(urls.validate(approval.id), { input })).errors,
    [approval.id],
  );
  const fixed = approval.has_fixed_input;
  const formless = fixed || asksNothing(approval.approval_schema);
  const reject = async (reason: string) => {
    await decide("reject", null, reason);
  };
  const buttons = (
    <div className="decision-bar">
      <button
        type={formless ? "button" : "submit"}
        className="btn btn-primary"
        disabled={busy}
        onClick={
          formless
            ? () =>
                void decide(
                  "approve",
                  fixed ? approval.fixed_input : emptyAnswer(approval.approval_schema),
                  "",
                )
            : undefined
        }
      >
        {approval.cause === "gate" ? "Approve" : "Send the answer"}
      </button>
      <button type="button" className="btn" disabled={busy} onClick={() => setRejecting(true)}>
        Reject with reason…
      </button>
    </div>
  );
  return (
    <>
      {fixed && (
        <section className="stack">
          <h3>The answer to confirm</h3>
          <Value value={approval.fixed_input} what="answer" />
        </section>
      )}
      {!formless && (
        <Suspense fallback={<div className="skeleton" style={{ height: 140 }} />}>
          <SchemaForm
            schema={approval.approval_schema}
            disabled={busy}
            check={check}
            submit={(input) => decide("approve", input, "")}
          >
            <WhoDecides approval={approval} />
            {refusal && <Refusal text={refusal} />}
            {!rejecting && buttons}
          </SchemaForm>
        </Suspense>
      )}
      {formless && (
        <>
          <WhoDecides approval={approval} />
          {refusal && <Refusal text={refusal} />}
          {!rejecting && buttons}
        </>
      )}
      {rejecting && (
        <Reject busy={busy} compact={compact} onBack={() => setRejecting(false)} onReject={reject} />
      )}
    </>
  );
}

/** The question, what is known, the form and the decision; the receipt once it is decided. */
export default function ApprovalForm({ id, revision, compact = false }: Props) {
  const client = useQueryClient();
  const { data: approval, error } = useQuery({
    queryKey: ["approval", id],
    queryFn: () => getJson<ApprovalView>(urls.approval(id)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision is the signal
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["approval", id] });
  }, [revision]);
  if (error && !approval) return <Refusal text={explain(error)} />;
  if (!approval) return <div className="skeleton" style={{ height: 240 }} />;
  const hasEvidence = Object.keys(approval.evidence).length > 0;
  return (
    <div className={compact ? "approval is-compact" : "approval"}>
      <section className="approval-question" aria-label="The question">
        <p className="prompt">{approval.prompt}</p>
        {hasEvidence && <Value value={approval.evidence} what="evidence" />}
        {!compact && (
          <p className="who muted">
            <a href={`${urls.runPage(approval.run)}#node=${encodeURIComponent(approval.node)}`}>
              {approval.graph_name} #{approval.run}
            </a>
            {" · asked "}
            <Time at={approval.created_at} />
          </p>
        )}
      </section>
      <section className="approval-answer" aria-label="The answer">
        {approval.status === "open" ? (
          <Open key={approval.version} approval={approval} compact={compact} />
        ) : (
          <Receipt approval={approval} />
        )}
      </section>
    </div>
  );
}
