import { CircleX, TriangleAlert, Wand2 } from "lucide-react";
import { useState } from "react";
import type { DraftProblem } from "../../api/types";
import { useCommands, useMayEdit } from "../context";
import type { NodeJson } from "../model";
import { useDesk } from "./desk";
import { fixOf } from "./fixes";

/** One finding by icon, word and colour, with what was probably meant as a button. */
export function ProblemLine({ problem }: { problem: DraftProblem }) {
  const commands = useCommands();
  const desk = useDesk();
  const mayEdit = useMayEdit();
  const [refusal, setRefusal] = useState<string | null>(null);
  const warns = problem.level === "environment";
  const Icon = warns ? TriangleAlert : CircleX;
  const node = problem.node === null ? null : (desk.fields(problem.node) as NodeJson);
  const fix = mayEdit && node ? fixOf(problem, node) : null;
  const apply = async () => {
    if (!fix) return;
    const outcome = await commands.edit(fix, { quiet: true });
    setRefusal(outcome.ok ? null : outcome.detail);
  };
  return (
    <div className={warns ? "finding finding-warning" : "finding"}>
      <Icon aria-hidden="true" />
      <div>
        <span className="finding-level">{warns ? "Warning" : "Problem"}</span> <bdi>{problem.message}</bdi>
        {problem.suggestion && !fix && !problem.message.includes(problem.suggestion) && (
          <>
            {" "}
            Did you mean <bdi className="mono">{problem.suggestion}</bdi>?
          </>
        )}
        {fix && (
          <button type="button" className="btn btn-small" onClick={() => void apply()}>
            <Wand2 aria-hidden="true" />
            <span>
              Use <bdi className="mono">{problem.suggestion}</bdi>
            </span>
          </button>
        )}
        {refusal && <p className="field-error">{refusal}</p>}
      </div>
    </div>
  );
}
