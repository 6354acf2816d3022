import { CircleAlert } from "lucide-react";
import type { DraftProblem } from "../../api/types";
import { visible } from "../../ui/visible";
import { useEditor, useEditorParts } from "../context";
import { titleOf } from "../model";
import { blocks } from "../problemCounts";
import { counted } from "../stateWords";
import { ui } from "../ui";

const SHOWN = 20;

function Line({ problem, onJump }: { problem: DraftProblem; onJump(): void }) {
  const { store } = useEditorParts();
  const node = useEditor((state) =>
    problem.node === null ? undefined : state.draft.nodes.get(problem.node),
  );
  const jump = () => {
    onJump();
    // The dialog gives the focus back first.
    requestAnimationFrame(() => {
      if (!node) return;
      store.getState().show(node.id);
      store.getState().inspect(node.id, problem.field || null);
    });
  };
  return (
    <li>
      {node && (
        <button type="button" className="link" onClick={jump}>
          <bdi>{titleOf(node)}</bdi>
        </button>
      )}{" "}
      <span dir="auto">{visible(problem.message)}</span>
    </li>
  );
}

/** What keeps the draft from being published or run; each line leads to its place. Nothing when nothing does. */
export function Blocking({ purpose }: { purpose: string }) {
  const problems = useEditor((state) => state.problems);
  const { store } = useEditorParts();
  const found = problems.problems.filter(blocks);
  if (problems.runnable) return null;
  const rest = found.length - SHOWN;
  return (
    <div className="banner banner-error blocking" role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>
          <b>It cannot be {purpose} yet.</b> {counted(found.length, "problem")} to solve first:
        </p>
        <ul>
          {found.slice(0, SHOWN).map((problem) => (
            <Line
              key={`${problem.path} ${problem.code} ${problem.message}`}
              problem={problem}
              onJump={ui.close}
            />
          ))}
        </ul>
        {rest > 0 && (
          <button
            type="button"
            className="link"
            onClick={() => {
              ui.close();
              requestAnimationFrame(() => store.getState().setDrawer("problems"));
            }}
          >
            All {found.length} problems
          </button>
        )}
      </div>
    </div>
  );
}
