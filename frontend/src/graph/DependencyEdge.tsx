import { EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useContext } from "react";
import type { EdgeState } from "../api/types";
import { RunStoreContext, useRun } from "../run/context";
import type { Point } from "./geometry";
import { type EdgeMark, OverlayContext } from "./overlay";
import { middleOf, roundedPath } from "./path";

interface Data {
  case: string | null;
  points?: Point[];
  label?: Point;
}

/** A small open arrowhead that ends at `tip`, pointing right as every edge does. */
const arrow = ({ x, y }: Point) => `M${x - 6} ${y - 4}L${x - 1} ${y}L${x - 6} ${y + 4}`;

const BOW = 34;

/** A curve over the straight way: what is gone runs apart from what has taken its place. */
function bow({ sourceX, sourceY, targetX, targetY }: EdgeProps): [string, number, number] {
  const reach = Math.max(40, Math.abs(targetX - sourceX) / 3);
  const from = `${sourceX + reach} ${sourceY - BOW}`;
  const to = `${targetX - reach} ${targetY - BOW}`;
  const path = `M${sourceX} ${sourceY}C${from} ${to} ${targetX} ${targetY}`;
  return [path, (sourceX + targetX) / 2, (sourceY + targetY) / 2 - BOW * 0.75];
}

/** A sign on the edge, so that its colour is not all that tells. */
const SIGNS: Partial<Record<string, string>> = { added: "+", removed: "−" };

type Look = EdgeState | EdgeMark | "plain" | "lit" | "selected";

/** The drawn line with its tip and the case that it is on. */
export function EdgeLine(props: EdgeProps & { state: Look }) {
  const { targetX, targetY, state } = props;
  const sign = SIGNS[state];
  const { case: label, points, label: at } = props.data as unknown as Data;
  const [curve, middleX, middleY] = state === "removed" ? bow(props) : getBezierPath(props);
  const tip = points?.at(-1) ?? { x: targetX, y: targetY };
  const where = at ?? (points ? middleOf(points) : { x: middleX, y: middleY });
  return (
    <>
      <path className={`edge edge-${state}`} d={points ? roundedPath(points) : curve} />
      <path className={`edge edge-tip edge-${state}`} d={arrow(tip)} />
      {(label || sign) && (
        <EdgeLabelRenderer>
          <span
            className={`edge-label edge-label-${state}`}
            style={{ transform: `translate(-50%, -50%) translate(${where.x}px, ${where.y}px)` }}
          >
            {sign && <b>{sign}</b>}
            {sign && label ? <span>{label}</span> : label}
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
  const overlay = useContext(OverlayContext);
  if (overlay) return <EdgeLine {...props} state={overlay.edges.get(props.id) ?? "same"} />;
  return live ? <LiveLine {...props} /> : <EdgeLine {...props} state="plain" />;
});
