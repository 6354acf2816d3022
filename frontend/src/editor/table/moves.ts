import type { GraphDiff } from "../context";
import { bodyOf, type Dependency, type Draft, dependencyOf, type NodeJson } from "../model";

const nodeOf = (draft: Draft, id: string): NodeJson => draft.nodes.get(id) as NodeJson;
const levelOf = (draft: Draft, owner: string | null): readonly string[] => draft.levels.get(owner) ?? [];

/** What can hold nodes: teams, and maps and folds whose body is a graph of its own. */
export function canHold(node: NodeJson): boolean {
  const body = node.body as { graph?: unknown } | undefined;
  return node.kind === "team" || body?.graph != null;
}

/** The nodes named, without those that another one holds, in document order; a body comes with its owner. */
function movingOf(draft: Draft, ids: Iterable<string>): string[] {
  const named = new Set([...ids].filter((id) => draft.nodes.has(id)));
  for (const id of [...named]) {
    const body = bodyOf(nodeOf(draft, id));
    if (body !== null && draft.home.get(body) === draft.home.get(id)) named.add(body);
  }
  const held = (id: string): boolean => {
    const owner = draft.home.get(id) ?? null;
    return owner !== null && (named.has(owner) || held(owner));
  };
  const places = new Map<string, number>();
  for (const owner of new Set([...named].map((id) => draft.home.get(id) ?? null))) {
    for (const [place, id] of levelOf(draft, owner).entries()) places.set(id, place);
  }
  return [...named]
    .filter((id) => !held(id))
    .sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

export interface LostEdge {
  node: string;
  dep: string;
  case: string | null;
}

/** The edges that cannot come along to `team`, because an edge joins nodes of one level only. */
export function edgesLost(draft: Draft, ids: Iterable<string>, team: string | null): LostEdge[] {
  const moving = movingOf(draft, ids);
  const among = new Set(moving);
  const lost: LostEdge[] = [];
  const levels = new Set(moving.map((id) => draft.home.get(id) ?? null));
  for (const owner of levels) {
    for (const id of levelOf(draft, owner)) {
      for (const dependency of nodeOf(draft, id).depends_on ?? []) {
        const { node: dep, case: label } = dependencyOf(dependency);
        const apart = among.has(id) !== among.has(dep);
        const leaves = (draft.home.get(among.has(id) ? id : dep) ?? null) !== team;
        if (apart && leaves) lost.push({ node: id, dep, case: label });
      }
    }
  }
  return lost;
}

/**
 * Puts nodes into `team` before the node `before` (null: last there), in the order that they have.
 * What they hold comes along; the edges that cannot are taken away in the same step. Empty when the nodes
 * or the team are no longer there.
 */
export function moveDiffs(
  draft: Draft,
  ids: Iterable<string>,
  team: string | null,
  before: string | null,
): GraphDiff[] {
  const moving = movingOf(draft, ids);
  if (moving.length === 0 || (team !== null && !draft.nodes.has(team))) return [];
  const among = new Set(moving);
  const lost = edgesLost(draft, moving, team);
  const without = (id: string): NodeJson => {
    const { depends_on: needs = [], ...rest } = nodeOf(draft, id);
    const gone = new Set(lost.filter((edge) => edge.node === id).map((edge) => edge.dep));
    if (gone.size === 0) return nodeOf(draft, id);
    const left = needs.filter((dependency: Dependency) => !gone.has(dependencyOf(dependency).node));
    return left.length > 0 ? { ...rest, depends_on: left } : rest;
  };
  const staying = (owner: string | null) => levelOf(draft, owner).filter((id) => !among.has(id));
  const found = before === null ? -1 : staying(team).indexOf(before);
  const first = found < 0 ? staying(team).length : found;
  const nodes: Record<string, { node: NodeJson; team: string | null; at: number }> = {};
  for (const [place, id] of moving.entries()) nodes[id] = { node: without(id), team, at: first + place };
  for (const { node: id } of lost) {
    if (among.has(id)) continue;
    const owner = draft.home.get(id) ?? null;
    nodes[id] = { node: without(id), team: owner, at: staying(owner).indexOf(id) };
  }
  return [{ op: "restore", nodes }];
}

/** Before which sibling `id` stands after a step past one of those `shown`; undefined: it cannot go on. */
export function stepOf(
  draft: Draft,
  id: string,
  step: -1 | 1,
  shown: ReadonlySet<string>,
): string | null | undefined {
  const level = levelOf(draft, draft.home.get(id) ?? null);
  const siblings = level.filter((one) => shown.has(one));
  const at = siblings.indexOf(id);
  const past = siblings[at + step];
  if (at < 0 || past === undefined) return undefined;
  return step < 0 ? past : (level[level.indexOf(past) + 1] ?? null);
}
