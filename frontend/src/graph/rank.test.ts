import { describe, expect, it } from "vitest";
import type { Structure, StructureEdge } from "../api/types";
import type { Box } from "./geometry";
import { rankLayout, ranks } from "./rank";
import { structureKey } from "./tree";

const node = (id: string, index: number, team: string | null = null) => ({
  id,
  title: id,
  kind: "tool",
  index,
  team,
});
const edge = (source: string, target: string, label: string | null = null): StructureEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  case: label,
});

const diamond: Structure = {
  nodes: [node("a", 0), node("b", 1), node("c", 2), node("d", 3)],
  edges: [edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d"), edge("a", "d")],
};

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("rank layout", () => {
  it("ranks by the longest way", () => {
    expect([...ranks(diamond.nodes, diamond.edges).values()]).toEqual([0, 1, 1, 2]);
  });

  it("puts every dependency to the left and lets nothing overlap", () => {
    const { boxes } = rankLayout(diamond);
    for (const { source, target } of diamond.edges) {
      expect((boxes[source] as Box).x + (boxes[source] as Box).width).toBeLessThan((boxes[target] as Box).x);
    }
    const all = Object.values(boxes);
    all.forEach((a, at) => {
      for (const b of all.slice(at + 1)) expect(overlap(a, b)).toBe(false);
    });
  });

  it("draws a team around what it holds", () => {
    const { boxes } = rankLayout({
      nodes: [node("first", 0), node("team", 1), node("x", 2, "team"), node("y", 3, "team"), node("last", 4)],
      edges: [edge("first", "team"), edge("x", "y"), edge("team", "last")],
    });
    const team = boxes.team as Box;
    for (const id of ["x", "y"]) {
      const box = boxes[id] as Box;
      expect(box.x).toBeGreaterThan(team.x);
      expect(box.x + box.width).toBeLessThan(team.x + team.width);
      expect(box.y).toBeGreaterThan(team.y);
      expect(box.y + box.height).toBeLessThan(team.y + team.height);
    }
    expect((boxes.last as Box).x).toBeGreaterThan(team.x + team.width);
  });

  it("leaves room for a case's label", () => {
    const plain = rankLayout({ nodes: diamond.nodes, edges: [edge("a", "b")] });
    const labelled = rankLayout({ nodes: diamond.nodes, edges: [edge("a", "b", "over the threshold")] });
    expect((labelled.boxes.b as Box).x).toBeGreaterThan((plain.boxes.b as Box).x);
  });

  it("survives unknown ends, an empty graph and a cycle", () => {
    expect(rankLayout({ nodes: [], edges: [] }).boxes).toEqual({});
    const { boxes } = rankLayout({
      nodes: [node("a", 0), node("b", 1)],
      edges: [edge("a", "b"), edge("b", "a"), edge("ghost", "a")],
    });
    expect(Object.keys(boxes)).toEqual(["a", "b"]);
  });

  it("has one key per structure, titles left out", () => {
    const renamed = { ...diamond, nodes: diamond.nodes.map((one) => ({ ...one, title: "Other" })) };
    expect(structureKey(renamed)).toBe(structureKey(diamond));
    expect(structureKey({ ...diamond, edges: diamond.edges.slice(1) })).not.toBe(structureKey(diamond));
  });

  it("lays out 1,000 nodes well within a frame or two", () => {
    const nodes = Array.from({ length: 1_000 }, (_, at) => node(`n${at}`, at));
    const edges = nodes.slice(1).map((one, at) => edge(`n${Math.floor(at / 3)}`, one.id));
    expect(Object.keys(rankLayout({ nodes, edges }).boxes)).toHaveLength(1_000);
  });
});

it("lays out more edges than a function takes arguments", () => {
  const nodes = Array.from({ length: 1_000 }, (_, index) => ({
    id: `n${index}`,
    title: "",
    kind: "tool",
    index,
    team: null,
  }));
  const edges = nodes.slice(500).flatMap(({ id: target }) =>
    nodes.slice(0, 300).map(({ id: source }) => ({
      id: `${source} ${target}`,
      source,
      target,
      case: "yes",
    })),
  );
  expect(edges.length).toBe(150_000);
  const { boxes } = rankLayout({ nodes, edges } as Parameters<typeof rankLayout>[0]);
  expect(Object.keys(boxes).length).toBe(1_000);
});
