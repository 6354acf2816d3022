import { parseJson, toJsonText } from "../../api/exact";
import type { GraphDiff } from "../context";
import { type Dependency, dependencyOf, edgeId } from "../model";
import { diffsOf, type FieldChanges, type Fields } from "./places";
import { isObject } from "./schema";

export const nodeText = (fields: Fields): string => toJsonText(fields, 2);

const same = (one: unknown, other: unknown): boolean =>
  one === other || (one !== undefined && other !== undefined && toJsonText(one) === toJsonText(other));

/** The top-level fields that differ, with their new values; undefined: gone. */
export function changesBetween(before: Fields, after: Fields): FieldChanges {
  const changes: FieldChanges = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!same(before[name], after[name])) changes[name] = after[name];
  }
  return changes;
}

const DEPENDENCY = 'This should be the id of a node, or {"node": …, "case": …}.';

function dependencies(value: unknown): Dependency[] | string {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return "“depends_on” should be a list.";
  const fine = value.every(
    (one) => typeof one === "string" || (isObject(one) && typeof one.node === "string"),
  );
  return fine ? (value as Dependency[]) : `“depends_on”: ${DEPENDENCY}`;
}

/** The edges into a node as operations: what is no longer there goes, what is new comes to its place. */
export function edgeDiffs(
  id: string,
  before: readonly Dependency[],
  after: readonly Dependency[],
): GraphDiff[] {
  const key = (one: Dependency) => {
    const { node, case: label } = dependencyOf(one);
    return edgeId(node, id, label);
  };
  const ends = (one: Dependency) => {
    const { node: dep, case: label } = dependencyOf(one);
    return { node_id: id, dep, ...(label !== null && { case: label }) };
  };
  const wanted = after.map(key);
  let kept = before.filter((one) => wanted.includes(key(one)));
  const order =
    kept.map(key).join() === wanted.filter((one) => kept.some((edge) => key(edge) === one)).join();
  // In another order they are all put in anew.
  if (!order) kept = [];
  const stays = new Set(kept.map(key));
  return [
    ...before.filter((one) => !stays.has(key(one))).map((one) => ({ op: "remove_edge", ...ends(one) })),
    ...after.flatMap((one, at) => (stays.has(key(one)) ? [] : [{ op: "add_edge", ...ends(one), at }])),
  ];
}

export type ReadNode = { fields: Fields } | { refusal: string; at: number | null };

/** The text as a node's fields; where it is no JSON, why and (if the browser tells) at which character. */
export function readNode(text: string): ReadNode {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const at = /position (\d+)/.exec(message)?.[1];
    const line = at === undefined ? null : text.slice(0, Number(at)).split("\n").length;
    const where = line === null ? "" : ` in line ${line}`;
    return { refusal: `This is not JSON${where}.`, at: at === undefined ? null : Number(at) };
  }
  if (!isObject(value)) return { refusal: "A node is an object, in braces.", at: 0 };
  return { fields: value };
}

/** The operations that make a node with `before` the one that was written; a sentence where that cannot be. */
export function nodeDiffs(node: string, before: Fields, after: Fields): GraphDiff[] | string {
  const { depends_on: _, id, ...changes } = changesBetween(before, after);
  if (!("id" in after)) return "A node needs its “id”.";
  const needs = dependencies(after.depends_on);
  if (typeof needs === "string") return needs;
  const edges = edgeDiffs(node, (before.depends_on ?? []) as Dependency[], needs);
  const diffs = Object.keys(changes).length > 0 ? diffsOf(node, before, changes) : [];
  const named = id === undefined ? [] : diffsOf(node, before, { id });
  return [...diffs, ...edges, ...named];
}

/** The fields that both this person and somebody else have changed since the text was made. */
export function clashes(base: Fields, mine: Fields, now: Fields): string[] {
  const ours = Object.keys(changesBetween(base, mine));
  const theirs = changesBetween(base, now);
  return ours.filter((name) => Object.hasOwn(theirs, name) && !same(mine[name], now[name]));
}

/** What was written, on top of what the node is now: fields that were not touched are as others left them. */
export function merged(base: Fields, mine: Fields, now: Fields): Fields {
  const next: Record<string, unknown> = { ...now };
  for (const [name, value] of Object.entries(changesBetween(base, mine))) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next;
}
