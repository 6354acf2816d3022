import { describe, expect, it } from "vitest";
import type { Structure, StructureNode } from "../api/types";
import { composed } from "./compose";
import type { Box, Layout } from "./geometry";
import { touching } from "./geometry";
import { rankPlan } from "./rank";

/** Random numbers from 0 to 1 that are the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A graph with teams in teams. */
function structureOf(seed: number): Structure {
  const roll = dice(seed);
  const nodes: StructureNode[] = [];
  const edges: Structure["edges"] = [];
  const level = (team: string | null, depth: number) => {
    const here: string[] = [];
    const count = 2 + Math.floor(roll() * 6);
    for (let at = 0; at < count; at += 1) {
      const id = `n${nodes.length}`;
      const holds = depth < 3 && roll() < 0.3;
      nodes.push({ id, title: id, kind: holds ? "team" : "tool", index: nodes.length, team });
      for (const source of here) {
        if (roll() < 0.3) edges.push({ id: `${source}→${id}`, source, target: id, case: null });
      }
      here.push(id);
      if (holds) level(id, depth + 1);
    }
  };
  level(null, 0);
  return { nodes, edges };
}

const holdersOf = ({ nodes }: Structure) => [...new Set(nodes.flatMap((node) => node.team ?? []))];

/** Every two nodes that stand side by side, drawn. */
function* siblings({ nodes }: Structure, layout: Layout): Generator<[string, Box, string, Box]> {
  for (const [at, one] of nodes.entries()) {
    for (const other of nodes.slice(0, at)) {
      const box = layout.boxes[one.id];
      const another = layout.boxes[other.id];
      if (one.team === other.team && box && another) yield [one.id, box, other.id, another];
    }
  }
}

function expectNothingCovered(structure: Structure, layout: Layout): void {
  for (const [id, box, other, another] of siblings(structure, layout)) {
    expect(touching(box, another), `${id} covers ${other}`).toBe(false);
  }
}

const SEEDS = Array.from({ length: 40 }, (_, at) => at + 1);

describe("a drawn plan", () => {
  it.each(SEEDS)("covers nothing, whatever is collapsed (%i)", (seed) => {
    const structure = structureOf(seed);
    const plan = rankPlan(structure);
    const roll = dice(seed * 7);
    const holders = holdersOf(structure);
    expectNothingCovered(structure, composed(structure, plan));
    for (let round = 0; round < 4; round += 1) {
      const collapsed = new Set(holders.filter(() => roll() < 0.5));
      const layout = composed(structure, plan, collapsed);
      expectNothingCovered(structure, layout);
      for (const id of collapsed) expect(layout.corners[id]).toBeUndefined();
    }
    expectNothingCovered(structure, composed(structure, plan, new Set(holders)));
  });

  it("makes room for a frame that has grown over what stands beside it", () => {
    const structure: Structure = {
      nodes: [
        { id: "team", title: "", kind: "team", index: 0, team: null },
        { id: "x", title: "", kind: "tool", index: 1, team: "team" },
        { id: "y", title: "", kind: "tool", index: 2, team: "team" },
        { id: "beside", title: "", kind: "tool", index: 3, team: null },
        { id: "below", title: "", kind: "tool", index: 4, team: null },
      ],
      edges: [],
    };
    const places = {
      team: { x: 0, y: 0 },
      x: { x: 20, y: 62 },
      y: { x: 320, y: 62 },
      beside: { x: 300, y: 20 },
      below: { x: 10, y: 110 },
    };
    const layout = composed(structure, { places });
    expectNothingCovered(structure, layout);
    expect(layout.boxes.team).toMatchObject({ x: 0, y: 0 });
    expect(layout.boxes.beside?.y).toBe(20);
    expect(layout.boxes.below?.x).toBe(10);
  });

  it("leaves cards where a hand has put them, over each other too", () => {
    const structure: Structure = {
      nodes: ["a", "b"].map((id, index) => ({ id, title: id, kind: "tool", index, team: null })),
      edges: [],
    };
    const layout = composed(structure, { places: { a: { x: 0, y: 0 }, b: { x: 50, y: 10 } } });
    expect(layout.boxes.b).toMatchObject({ x: 50, y: 10 });
  });

  it("hugs what a frame holds, wherever that was moved", () => {
    const structure: Structure = {
      nodes: [
        { id: "team", title: "", kind: "team", index: 0, team: null },
        { id: "x", title: "", kind: "tool", index: 1, team: "team" },
      ],
      edges: [],
    };
    const layout = composed(structure, { places: { team: { x: 0, y: 0 }, x: { x: -300, y: -200 } } });
    expect(layout.boxes.x).toMatchObject({ x: -300, y: -200 });
    expect(layout.boxes.team).toMatchObject({ x: -320, y: -262 });
  });

  it("drops a route as soon as one of its ends stands elsewhere", () => {
    const structure: Structure = {
      nodes: ["a", "b"].map((id, index) => ({ id, title: id, kind: "tool", index, team: null })),
      edges: [{ id: "a→b", source: "a", target: "b", case: null }],
    };
    const routes = {
      "a→b": [
        { x: 208, y: 31 },
        { x: 260, y: 31 },
      ],
    };
    const drawn = (x: number) =>
      composed(structure, { places: { a: { x: 0, y: 0 }, b: { x, y: 0 } }, routes }).routes;
    expect(drawn(260)).toEqual(routes);
    expect(drawn(261)).toEqual({ "a→b": routes["a→b"] });
    expect(drawn(300)).toEqual({});
  });
});
