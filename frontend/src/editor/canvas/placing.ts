import { CARD, type Layout, type Point } from "../../graph/geometry";
import { nodeAt } from "../../graph/hit";
import type { Draft, NodeJson } from "../model";
import { around } from "./holders";
import type { Place } from "./ui";

/** What can take a new node: a team, or a map or fold whose body is a graph and no single node. */
function canHold(node: NodeJson | undefined): boolean {
  if (node?.kind === "team") return true;
  const body = node?.body as { graph?: unknown } | undefined;
  return body?.graph != null;
}

/** Into what a new node goes at a point of the canvas, and where in it: its middle comes under the point. */
export function placeAt(draft: Draft, layout: Layout, point: Point): Place {
  const corner = { x: point.x - CARD.width / 2, y: point.y - CARD.height / 2 };
  const under = nodeAt(layout, point);
  const way = under === null ? [] : [under, ...around(draft, under)];
  const team = way.find((id) => canHold(draft.nodes.get(id)) && (layout.corners[id] || id === under)) ?? null;
  const origin = layout.corners[team ?? ""];
  // In a team that is drawn as a card, the new node is the first one, or is placed near the others.
  if (!origin) return { team, at: { x: 20, y: 62 } };
  return { team, at: { x: Math.round(corner.x - origin.x), y: Math.round(corner.y - origin.y) } };
}
