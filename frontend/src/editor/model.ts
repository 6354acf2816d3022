import type { Patch, PlacedNode, Structure, StructureEdge, StructureNode } from "../api/types";
import { holders } from "./canvas/holders";

/** A dependency as a document writes it: an id, or one case of a branch. */
export type Dependency = string | { node: string; case?: string | null };

/** One node's own JSON, without the nodes that it holds. Fields are as the document has them. */
export interface NodeJson {
  id: string;
  kind: string;
  title?: string;
  depends_on?: Dependency[];
  [field: string]: unknown;
}

/**
 * A draft as the browser keeps it: flat, replaced node by node with what the server says.
 * Unchanged parts stay the very same objects, so that what is drawn from them stays too.
 */
export interface Draft {
  readonly version: number;
  /** The graph's own fields: name, goal, defaults, budget, input_schema. */
  readonly graph: Record<string, unknown>;
  readonly nodes: ReadonlyMap<string, NodeJson>;
  /** Node → the node that holds it; null: the graph. */
  readonly home: ReadonlyMap<string, string | null>;
  /** Holder → the ids that it holds, in order. */
  readonly levels: ReadonlyMap<string | null, readonly string[]>;
}

export function draftFrom(
  version: number,
  graph: Record<string, unknown>,
  placed: readonly PlacedNode[],
): Draft {
  const nodes = new Map<string, NodeJson>();
  const home = new Map<string, string | null>();
  const levels = new Map<string | null, string[]>([[null, []]]);
  for (const { node, team } of placed) {
    const json = node as NodeJson;
    nodes.set(json.id, json);
    home.set(json.id, team);
    const level = levels.get(team);
    if (level) level.push(json.id);
    else levels.set(team, [json.id]);
  }
  return { version, graph, nodes, home, levels };
}

/** The draft after a change: named nodes are taken out, then put where the patch says, in order of `at`. */
export function patched(draft: Draft, version: number, patch: Patch): Draft {
  const named = Object.entries(patch.nodes);
  const graph = patch.graph ?? draft.graph;
  if (named.length === 0) return { ...draft, version, graph };
  const nodes = new Map(draft.nodes);
  const home = new Map(draft.home);
  const levels = new Map<string | null, readonly string[]>(draft.levels);
  const out = new Set(named.map(([id]) => id));
  const touched = new Set<string | null>();
  for (const id of out) if (home.has(id)) touched.add(home.get(id) as string | null);
  for (const owner of touched) {
    levels.set(
      owner,
      (levels.get(owner) ?? []).filter((id) => !out.has(id)),
    );
  }
  const put: [string, PlacedNode][] = [];
  for (const [id, placed] of named) {
    if (placed) put.push([id, placed]);
    else {
      nodes.delete(id);
      home.delete(id);
    }
  }
  put.sort(([, one], [, other]) => one.at - other.at);
  const fresh = new Map<string | null, string[]>();
  for (const [id, { node, team, at }] of put) {
    nodes.set(id, node as NodeJson);
    home.set(id, team);
    const level = fresh.get(team) ?? [...(levels.get(team) ?? [])];
    level.splice(at, 0, id);
    fresh.set(team, level);
  }
  for (const [owner, level] of fresh) levels.set(owner, level);
  for (const owner of [...levels.keys()]) {
    if (owner !== null && !nodes.has(owner)) levels.delete(owner);
  }
  return { version, graph, nodes, home, levels };
}

export function dependencyOf(dependency: Dependency): { node: string; case: string | null } {
  return typeof dependency === "string"
    ? { node: dependency, case: null }
    : { node: dependency.node, case: dependency.case ?? null };
}

export function edgeId(source: string, target: string, label: string | null): string {
  return `${source}→${target}${label === null ? "" : `:${label}`}`;
}

/** What a node is called where there is little room; a node without a title goes by its id. */
export function titleOf(node: NodeJson): string {
  return node.title || node.id;
}

/** The id of the sibling that a map or fold runs as its body. */
export function bodyOf(node: NodeJson): string | null {
  const body = node.body as { node?: string } | undefined;
  return body?.node ?? null;
}

const structures = new WeakMap<Draft, Structure>();

/**
 * The draft as the canvas lays it out: nodes in document order, and the edges between them. Its `team` is
 * what a node is drawn in: a body that stands beside its map or fold is drawn inside it.
 */
export function structureOf(draft: Draft): Structure {
  const known = structures.get(draft);
  if (known) return known;
  const holder = holders(draft);
  const nodes: StructureNode[] = [];
  const edges: StructureEdge[] = [];
  const walk = (owner: string | null) => {
    for (const id of draft.levels.get(owner) ?? []) {
      const node = draft.nodes.get(id) as NodeJson;
      nodes.push({
        id,
        title: titleOf(node),
        kind: node.kind,
        index: nodes.length,
        team: holder.get(id) ?? null,
      });
      for (const dependency of node.depends_on ?? []) {
        const { node: source, case: label } = dependencyOf(dependency);
        edges.push({ id: edgeId(source, id, label), source, target: id, case: label });
      }
      if (draft.levels.has(id)) walk(id);
    }
  };
  walk(null);
  const structure = { nodes, edges };
  structures.set(draft, structure);
  return structure;
}

/** A node with all that it holds, as a document nests it. */
export function nestedNode(draft: Draft, id: string): NodeJson {
  const node = draft.nodes.get(id) as NodeJson;
  const held = draft.levels.get(id);
  if (!held) return node;
  const nodes = held.map((one) => nestedNode(draft, one));
  if (node.kind === "team") return { ...node, nodes };
  return { ...node, body: { graph: { nodes } } };
}

/** The whole document, in the order in which documents are written. */
export function documentOf(draft: Draft): Record<string, unknown> {
  const nodes = (draft.levels.get(null) ?? []).map((id) => nestedNode(draft, id));
  return { schema_version: 1, ...draft.graph, nodes };
}

/** `wanted`, or it with a number behind it: an id that the draft does not have. */
export function freeId(draft: Draft, wanted: string): string {
  if (!draft.nodes.has(wanted)) return wanted;
  let number = 2;
  while (draft.nodes.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
