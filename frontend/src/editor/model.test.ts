import { describe, expect, it } from "vitest";
import recorded from "../../../tests/snapshots/patches.json";
import type { Patch, PlacedNode } from "../api/types";
import { type Draft, draftFrom, nestedNode, patched } from "./model";

interface Flat {
  graph: Record<string, unknown>;
  nodes: PlacedNode[];
}

interface Case {
  name: string;
  before: Flat;
  patch: Patch;
  after: Flat;
}

interface Recorded {
  before: Flat;
  cases: { name: string; after: Flat; there: Patch; back: Patch }[];
}

const { before: first, cases: changes } = recorded as unknown as Recorded;
const cases: Case[] = changes.flatMap(({ name, after, there, back }) => [
  { name, before: first, patch: there, after },
  { name: `${name}, undone`, before: after, patch: back, after: first },
]);

const draftOf = ({ graph, nodes }: Flat, version: number) => draftFrom(version, graph, nodes);

/** The nodes as the server lists them: each with what holds it and its place there, in document order. */
function flatOf(draft: Draft): Flat {
  const nodes: PlacedNode[] = [];
  const walk = (owner: string | null) => {
    (draft.levels.get(owner) ?? []).forEach((id, at) => {
      nodes.push({ node: draft.nodes.get(id) as PlacedNode["node"], team: owner, at });
      walk(id);
    });
  };
  walk(null);
  return { graph: { ...draft.graph }, nodes };
}

describe("the patch of a change that the server recorded", () => {
  it.each(cases)("leads exactly to the new draft: $name", ({ before, patch, after }) => {
    const draft = patched(draftOf(before, 1), 2, patch);
    expect(JSON.stringify(flatOf(draft))).toBe(JSON.stringify(after));
    expect(draft.version).toBe(2);
    expect(draft.home).toEqual(draftOf(after, 2).home);
  });

  it.each(cases)("leaves the old draft as it was, and shares what did not change: $name", (one) => {
    const old = draftOf(one.before, 1);
    const draft = patched(old, 2, one.patch);
    expect(JSON.stringify(flatOf(old))).toBe(JSON.stringify(one.before));
    for (const [id, node] of old.nodes) {
      if (!(id in one.patch.nodes)) expect(draft.nodes.get(id)).toBe(node);
    }
  });
});

it("nests a node with all that it holds", () => {
  const draft = draftOf(first, 1);
  expect(nestedNode(draft, "team")).toMatchObject({ nodes: [{ id: "in-1" }, { id: "in-2" }] });
  expect(nestedNode(draft, "each")).toMatchObject({ body: { graph: { nodes: [{ id: "item" }] } } });
  expect(nestedNode(draft, "again")).toMatchObject({ body: { node: "body" } });
});
