import { ChevronRight, CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import type { DraftProblem } from "../../api/types";
import { KindIcon } from "../../nodes/kinds";
import { visible } from "../../ui/visible";
import { useEditor, useEditorParts } from "../context";
import { nameOf } from "../names";
import { grouped, LEVELS, type ProblemGroup } from "./groups";
import "../../styles/table.css";

const FIRST = 20;

/** Where a problem is: its node, or the graph. Choosing it leads there, into the field that is wrong. */
function Entry({ problem, named }: { problem: DraftProblem; named: boolean }) {
  const { store } = useEditorParts();
  const node = useEditor((state) =>
    problem.node === null ? undefined : state.draft.nodes.get(problem.node),
  );
  const field = problem.field || null;
  const go = () => {
    if (node) {
      store.getState().show(node.id);
      store.getState().inspect(node.id, field);
    } else {
      // Without a selection the inspector shows the graph's own fields.
      store.getState().select([]);
      store.setState(({ focusInspector }) => ({ focusInspector: focusInspector + 1, focusField: field }));
    }
  };
  const what = (
    <>
      <span className="problem-node">
        {node ? (
          <>
            <KindIcon kind={node.kind} size={14} />
            <bdi className="truncate">{nameOf(node)}</bdi>
          </>
        ) : (
          "The graph"
        )}
      </span>
      <span className="problem-words">
        {named ? visible(problem.message) : problem.field && <code>{problem.field}</code>}
        {problem.suggestion && <span className="muted"> Did you mean “{visible(problem.suggestion)}”?</span>}
      </span>
    </>
  );
  return (
    <li>
      <button type="button" className="problem-entry" onClick={go}>
        {what}
      </button>
    </li>
  );
}

/** Many problems of one kind: one line that opens. */
function Group({ group }: { group: ProblemGroup }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(FIRST);
  const rest = group.problems.length - shown;
  return (
    <li>
      <button type="button" className="problem-group" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} aria-hidden="true" />
        <span className="problem-words">{visible(group.message)}</span>
        <span className="num muted">{group.problems.length.toLocaleString("en")} places</span>
      </button>
      {open && (
        <ul className="problem-entries">
          {group.problems.slice(0, shown).map((problem) => (
            <Entry key={`${problem.path} ${problem.code}`} problem={problem} named={false} />
          ))}
          {rest > 0 && (
            <li>
              <button type="button" className="btn btn-small btn-quiet" onClick={() => setShown(shown + 200)}>
                Show {Math.min(rest, 200)} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

/** All that is wrong with the draft, the gravest first. */
export function ProblemsList() {
  const { problems, total, runnable } = useEditor((state) => state.problems);
  const levels = useMemo(
    () =>
      LEVELS.map((one) => ({
        ...one,
        groups: grouped(problems.filter((problem) => problem.level === one.level)),
      })).filter((one) => one.groups.length > 0),
    [problems],
  );
  if (total === 0) {
    return (
      <div className="problems-none">
        <CircleCheck size={16} aria-hidden="true" />
        No problems. The draft can be published.
      </div>
    );
  }
  const more = total - problems.length;
  return (
    <div className="problems">
      {runnable && <p className="muted">These are warnings: the draft can be published.</p>}
      {levels.map(({ level, title, what, groups }) => {
        const Icon = level === "environment" ? TriangleAlert : CircleAlert;
        return (
          <section key={level} aria-label={title}>
            <h3 className={level === "environment" ? "problem-level is-warning" : "problem-level"}>
              <Icon size={14} aria-hidden="true" />
              {title}
              <span className="muted">{what}</span>
            </h3>
            <ul className="problem-entries">
              {groups.map((group) =>
                group.problems.length === 1 ? (
                  <Entry key={group.key} problem={group.problems[0] as DraftProblem} named />
                ) : (
                  <Group key={group.key} group={group} />
                ),
              )}
            </ul>
          </section>
        );
      })}
      {more > 0 && <p className="muted problems-more">and {more.toLocaleString("en")} more</p>}
    </div>
  );
}
