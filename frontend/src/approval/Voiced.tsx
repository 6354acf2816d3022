import type { ApprovalView } from "../api/types";

interface Props {
  approval: ApprovalView;
  busy: boolean;
  onWithdraw(): void;
}

/** After one's own approval, while others are still needed. */
export function Voiced({ approval, busy, onWithdraw }: Props) {
  return (
    <div className="banner banner-success" role="status">
      <span className="grow">
        You approved this. It counts when {approval.required} people have; {approval.approvals.length} did so
        far.
      </span>
      <button type="button" className="btn" disabled={busy} onClick={onWithdraw}>
        Withdraw my approval
      </button>
    </div>
  );
}
