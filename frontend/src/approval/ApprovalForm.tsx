import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { ApiProblem, explain, getJson, postJson } from "../api/http";
import type { ApprovalView, DecisionRequest, ValidationResult, Violation } from "../api/types";
import { urls } from "../api/urls";
import { AnswerForm } from "../forms/AnswerForm";
import { asksNothing, emptyAnswer } from "../forms/prepare";
import { Value } from "../panels/Value";
import { Time } from "../ui/Time";
import { toast } from "../ui/toasts";
import { visible } from "../ui/visible";
import { Evidence } from "./Evidence";
import { HeadStatus } from "./HeadStatus";
import { NotCounted } from "./NotCounted";
import { Receipt } from "./Receipt";
import { Reject } from "./Reject";
import { Voiced } from "./Voiced";
import { WhoDecides } from "./WhoDecides";

type Outcome = DecisionRequest["outcome"];

const SAID: Record<Outcome, string> = {
  approve: "Your approval is recorded.",
  reject: "Your rejection is recorded.",
  withdraw: "Your approval is withdrawn.",
};

interface Props {
  id: number;
  /** Changes when the approval may have changed (another person's decision). */
  revision?: string;
  compact?: boolean;
  /** Where the page's own head shows the status, if it does. */
  head?: HTMLElement | null;
}

/** What a person has written and sent here; it outlives the form, which goes when others decide first. */
interface Effort {
  draft: RefObject<unknown>;
  reason: RefObject<string>;
  /** Whether the present state is what this person asked for. */
  counted: RefObject<boolean>;
  /** Whether an answer was sent and refused because others were first. */
  late: RefObject<boolean>;
}

function useEffort(): Effort {
  return {
    draft: useRef<unknown>(undefined),
    reason: useRef(""),
    counted: useRef(false),
    late: useRef(false),
  };
}

/** Sends decisions and says how they went. A refusal leaves everything as it was. */
function useDecision(approval: ApprovalView, effort: Effort) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [voiced, setVoiced] = useState(false);
  const decide = async (outcome: Outcome, input: unknown, reason: string): Promise<Violation[]> => {
    setBusy(true);
    setRefusal(null);
    effort.counted.current = outcome !== "withdraw";
    try {
      const body: DecisionRequest = { outcome, input, reason, version: approval.version };
      const decided = await postJson<ApprovalView>(urls.decision(approval.id), body);
      client.setQueryData(["approval", approval.id], decided);
      setVoiced(outcome === "approve" && decided.status === "open");
      toast("success", SAID[outcome]);
      return [];
    } catch (error) {
      effort.counted.current = false;
      if (error instanceof ApiProblem && error.status === 422 && error.errors.length > 0) return error.errors;
      setRefusal(explain(error));
      // Somebody else was first, or the question has changed: show what is true now.
      if (error instanceof ApiProblem && error.status === 409) {
        effort.late.current = true;
        await client.invalidateQueries({ queryKey: ["approval", approval.id] });
      }
      return [];
    } finally {
      setBusy(false);
    }
  };
  return { decide, busy, refusal, voiced };
}

function Refusal({ text }: { text: string }) {
  return (
    <div className="banner banner-error" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{text}</span>
    </div>
  );
}

function Open({ approval, effort }: { approval: ApprovalView; effort: Effort }) {
  const { decide, busy, refusal, voiced } = useDecision(approval, effort);
  const [rejecting, setRejecting] = useState(false);
  const check = useCallback(
    async (input: unknown) =>
      (await postJson<ValidationResult>(urls.validate(approval.id), { input })).errors,
    [approval.id],
  );
  const fixed = approval.has_fixed_input;
  const formless = fixed || asksNothing(approval.approval_schema);
  const reject = async (reason: string) => {
    await decide("reject", null, reason);
  };
  const canReject = approval.cause !== "reconcile";
  if (voiced) {
    return <Voiced approval={approval} busy={busy} onWithdraw={() => void decide("withdraw", null, "")} />;
  }
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
        {canReject ? "Approve" : "Send the answer"}
      </button>
      {canReject && (
        <button type="button" className="btn" disabled={busy} onClick={() => setRejecting(true)}>
          Reject with reason…
        </button>
      )}
    </div>
  );
  return (
    <>
      {fixed && effort.draft.current !== undefined && (
        <NotCounted approval={approval} draft={effort.draft.current} />
      )}
      {fixed && (
        <section className="stack">
          <h3>The answer to confirm</h3>
          <Value value={approval.fixed_input} what="answer" />
        </section>
      )}
      {!formless && (
        <AnswerForm
          schema={approval.approval_schema}
          draft={effort.draft}
          disabled={busy}
          check={check}
          submit={(input) => decide("approve", input, "")}
        >
          <WhoDecides approval={approval} />
          {refusal && <Refusal text={refusal} />}
          {!rejecting && buttons}
        </AnswerForm>
      )}
      {formless && (
        <>
          <WhoDecides approval={approval} />
          {refusal && <Refusal text={refusal} />}
          {!rejecting && buttons}
        </>
      )}
      {rejecting && (
        <Reject busy={busy} draft={effort.reason} onBack={() => setRejecting(false)} onReject={reject} />
      )}
    </>
  );
}

/** The question, what is known, the form and the decision; the receipt once it is decided. */
export default function ApprovalForm({ id, revision, compact = false, head }: Props) {
  const client = useQueryClient();
  const { data: approval, error } = useQuery({
    queryKey: ["approval", id],
    queryFn: () => getJson<ApprovalView>(urls.approval(id)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision is the signal
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["approval", id] });
  }, [revision]);
  const effort = useEffort();
  const wasOpen = useRef(false);
  if (approval?.status === "open") wasOpen.current = true;
  if (error && !approval) return <Refusal text={explain(error)} />;
  if (!approval) return <div className="skeleton" style={{ height: 240 }} />;
  const draft = effort.draft.current;
  const reason = effort.reason.current.trim();
  const wasted = !effort.counted.current && (effort.late.current || draft !== undefined || reason !== "");
  return (
    <div className={compact ? "approval is-compact" : "approval"}>
      {head && <HeadStatus approval={approval} place={head} />}
      <section className="approval-question" aria-label="The question">
        <p className="prompt">{visible(approval.prompt)}</p>
        <Evidence evidence={approval.evidence} />
        {!compact && (
          <p className="who muted">
            Asked <Time at={approval.created_at} />
          </p>
        )}
      </section>
      <section className="approval-answer" aria-label="The answer">
        {approval.status === "open" ? (
          <Open key={approval.id} approval={approval} effort={effort} />
        ) : (
          <>
            {wasOpen.current && wasted && <NotCounted approval={approval} draft={draft} reason={reason} />}
            <Receipt approval={approval} isNews={wasOpen.current} />
          </>
        )}
      </section>
    </div>
  );
}
