import { CircleAlert } from "lucide-react";
import type { ProblemView } from "../api/types";
import { visible } from "../ui/visible";

/** A failure or refusal: what happened, and what to do. */
export function Problem({ problem }: { problem: ProblemView }) {
  return (
    <div className="banner banner-error problem">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>{visible(problem.message)}</p>
        {problem.hint && <p className="muted">{problem.hint}</p>}
        <p className="mono muted">{problem.code}</p>
      </div>
    </div>
  );
}
