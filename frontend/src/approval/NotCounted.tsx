import { CircleAlert } from "lucide-react";
import type { ApprovalView } from "../api/types";
import { Value } from "../panels/Value";
import { isolated } from "../ui/visible";

function why(approval: ApprovalView): string {
  const { receipt, approvals, status } = approval;
  const by = (one: Record<string, unknown> | null | undefined) =>
    typeof one?.actor === "string" && one.actor ? isolated([one.actor])[0] : "Somebody else";
  if (status === "approved") return `${by(receipt)} had approved this already.`;
  if (status === "rejected") return `${by(receipt)} had rejected this already.`;
  if (status === "expired") return "The time to decide had run out.";
  if (status === "closed") return "The run no longer asks for it.";
  return `${by(approvals[0])} gave the first answer; now only that one can be confirmed.`;
}

interface Props {
  approval: ApprovalView;
  draft: unknown;
  reason?: string;
}

/** Others were first: who they were, and what was written here meanwhile, so that nothing typed is lost. */
export function NotCounted({ approval, draft, reason = "" }: Props) {
  return (
    <section className="stack" aria-label="Your answer">
      <div className="banner banner-error" role="alert">
        <CircleAlert aria-hidden="true" />
        <span className="grow">
          <b>Your answer did not count.</b> {why(approval)}
        </span>
      </div>
      {draft !== undefined && (
        <>
          <h3>What you had filled in</h3>
          <Value value={draft} what="answer that you had filled in" />
        </>
      )}
      {reason && (
        <>
          <h3>The reason that you had written</h3>
          <Value value={reason} what="reason that you had written" />
        </>
      )}
    </section>
  );
}
