import { EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useContext } from "react";
import type { EdgeState } from "../api/types";
import { RunStoreContext, useRun } from "../run/context";
import type { Point } from "./geometry";
import { roundedPath } from "./path";

interface Data {
  case: string | null;
  points?: Point[];
  label?: Point;
}

/** A small open arrowhead that ends at `tip`, pointing right as every edge does. */
const arrow = ({ x, y }: Point) => `M${x - 6} ${y - 4}L${x - 1} ${y}L${x - 6} ${y + 4}`;

/** The drawn line with its tip and the case that it is on. */
export function EdgeLine(props: EdgeProps & { state: EdgeState | "plain" | "lit" | "selected" }) {
  const { targetX, targetY, state } = props;
  const { case: label, points, label: at } = props.data as unknown as Data;
  const [curve, middleX, middleY] = getBezierPath(props);
  const tip = points?.at(-1) ?? { x: targetX, y: targetY };
  const where = at ?? { x: middleX, y: middleY };
  return (
    <>
      <path className={`edge edge-${state}`} d={points ? roundedPath(points) : curve} />
      <path className={`edge edge-tip edge-${state}`} d={arrow(tip)} />
      {label && (
        <EdgeLabelRenderer>
          <span
            className={`edge-label edge-label-${state}`}
            style={{ transform: `translate(-50%, -50%) translate(${where.x}px, ${where.y}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

function LiveLine(props: EdgeProps) {
  const { case: label } = props.data as unknown as Data;
  const state = useRun((run): EdgeState => {
    const dependencies = run.nodes[props.target]?.depends_on ?? [];
    const mine = dependencies.find((one) => one.node === props.source && (one.case ?? null) === label);
    return mine?.state ?? "undecided";
  });
  return <EdgeLine {...props} state={state} />;
}

/** A dependency, drawn from what is needed to what needs it, in the state that its run gave it. */
export const DependencyEdge = memo(function DependencyEdge(props: EdgeProps) {
  const live = useContext(RunStoreContext) !== null;
  return live ? <LiveLine {...props} /> : <EdgeLine {...props} state="plain" />;
});
