import { CircleAlert, TriangleAlert } from "lucide-react";
import type { DraftProblem } from "../../api/types";
import { useEditor, useEditorParts } from "../context";
import { inOrder } from "./holders";
import { anyBlocks, problemsOf } from "./nodeProblems";

const SHOWN = 6;

/** How many problems a node has, as an icon and a number; pressing it leads to the first one's field. */
export function ProblemMark({ id, inside = false }: { id: string; inside?: boolean }) {
  const { store } = useEditorParts();
  // One text says all that is shown, so that nothing is drawn again when other nodes' problems change.
  const told = useEditor((state) => {
    const all = problemsOf(state.problems);
    if (all.size === 0) return "";
    const found = [...(all.get(id) ?? [])];
    if (inside) for (const held of inOrder(state.draft, id)) found.push(...(all.get(held) ?? []));
    if (found.length === 0) return "";
    const lines = found.slice(0, SHOWN).map((one) => one.message);
    if (found.length > SHOWN) lines.push(`And ${found.length - SHOWN} more.`);
    return [anyBlocks(found) ? "blocking" : "warning", found.length, ...lines].join("\n");
  });
  if (!told) return null;
  const [level, count, ...lines] = told.split("\n");
  const Icon = level === "blocking" ? CircleAlert : TriangleAlert;
  const open = () => {
    const problems = problemsOf(store.getState().problems);
    const first: DraftProblem | undefined = problems.get(id)?.[0];
    store.getState().inspect(id, first?.field || null);
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`node-problems node-problems-${level} nodrag nopan`}
      title={lines.join("\n")}
      onClick={(event) => {
        event.stopPropagation();
        open();
      }}
    >
      <Icon aria-hidden="true" />
      {count}
      <span className="visually-hidden">
        {level === "blocking" ? " problems that keep it from running: " : " warnings: "}
        {lines.join(" ")}
      </span>
    </button>
  );
}
