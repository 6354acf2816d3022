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
  const named = new Set(ids);
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
 * What they hold comes along; the edges that cannot are taken away in the same change.
 */
export function moveDiffs(
  draft: Draft,
  ids: Iterable<string>,
  team: string | null,
  before: string | null,
): GraphDiff[] {
  const moving = movingOf(draft, ids);
  const among = new Set(moving);
  const lost = edgesLost(draft, moving, team);
  const staying = levelOf(draft, team).filter((id) => !among.has(id));
  const found = before === null ? -1 : staying.indexOf(before);
  const first = found < 0 ? staying.length : found;
  const kept = (id: string, dependency: Dependency): boolean => {
    const { node: dep } = dependencyOf(dependency);
    return !lost.some((edge) => edge.node === id && edge.dep === dep);
  };
  const nodes = moving.map((id, place) => {
    const node = nodeOf(draft, id);
    const { depends_on: needs = [], ...rest } = node;
    const left = needs.filter((dependency) => kept(id, dependency));
    const moved =
      left.length === needs.length ? node : { ...rest, ...(left.length > 0 && { depends_on: left }) };
    return [id, { node: moved, team, at: first + place }] as const;
  });
  const freed = lost
    .filter((edge) => !among.has(edge.node))
    .map((edge) => ({
      op: "remove_edge",
      node_id: edge.node,
      dep: edge.dep,
      ...(edge.case !== null && { case: edge.case }),
    }));
  return [...freed, { op: "restore", nodes: Object.fromEntries(nodes) }];
}

/** The sibling that `id` stands before after a step; undefined: there is no step to take. */
export function stepOf(
  draft: Draft,
  id: string,
  step: -1 | 1,
  shown: readonly string[],
): string | null | undefined {
  const at = shown.indexOf(id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= shown.length) return undefined;
  if (step < 0) return shown[to];
  const level = levelOf(draft, draft.home.get(id) ?? null);
  // After the next one: before whatever follows it on the level.
  const next = level.indexOf(shown[to] as string) + 1;
  return level.slice(next).find((one) => one !== id) ?? null;
}
