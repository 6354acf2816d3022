import type { ApprovalView } from "../api/types";
import { Time } from "../ui/Time";
import { isolated } from "../ui/visible";

/** Who may answer, how many answers count, how many there are, until when. */
export function WhoDecides({ approval }: { approval: ApprovalView }) {
  const who = [...approval.groups, ...approval.assignees];
  const have = approval.approvals.length;
  const lines: string[] = [];
  if (approval.required > 1) {
    lines.push(`Needs ${approval.required}${who.length > 0 ? ` of ${isolated(who).join(", ")}` : " people"}`);
    if (have > 0) lines.push(`${have} so far`);
    else lines.push("the first answer is the one that the others confirm");
  } else if (who.length > 0) lines.push(`For ${isolated(who).join(", ")}`);
  else
    lines.push(approval.cause === "gate" ? "Anyone who may decide approvals" : "Anyone who may control runs");
  return (
    <p className="who muted">
      {lines.join(" · ")}
      {approval.due && (
        <>
          {" · due "}
          <Time at={approval.due} />
        </>
      )}
    </p>
  );
}
