import { useEffect, useMemo, useState } from "react";
import type { Structure } from "../api/types";
import { composed } from "./compose";
import { elkPlan, tooLarge } from "./elk";
import { byId, type Layout, type Plan, type Point } from "./geometry";
import { partToLay, placesFor } from "./places";
import { storedPlan, storePlan } from "./storedPlans";
import { structureKey, treeOf } from "./tree";

/** Up to here routes are asked for even where all places are known: they cost the worker a moment. */
export const ROUTED_UP_TO = 200;

type Places = Readonly<Record<string, Point>>;

/** The plan that shows at once, and what the engine is still to be asked for; null: nothing. */
function firstPlan(structure: Structure, key: string, known: Places) {
  const tree = treeOf(structure);
  const part = partToLay(structure, tree, known);
  const whole = part?.levels.size === tree.levels.size;
  const stored = whole || part === null ? storedPlan(key) : null;
  const base = stored && whole ? stored.places : placesFor(structure, tree, known, part);
  const plan: Plan = { ...(stored ?? {}), places: byId(base, known) };
  const done = stored !== null || structure.nodes.length === 0 || tooLarge(structure);
  const routed = part !== null || structure.nodes.length <= ROUTED_UP_TO;
  return { plan, tree, part, whole, ask: !done && routed };
}

/**
 * The structure's layout: the positions that are kept of it, else the plan made earlier in this tab, else a
 * rank layout at once and the better one when the worker has it. It depends on the structure and what was
 * kept alone: a status never moves a node.
 */
export function useLayout(structure: Structure): { layout: Layout; key: string; refined: boolean } {
  const key = structureKey(structure);
  const { positions } = structure;
  const known: Places = useMemo(() => byId(positions), [positions]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  const first = useMemo(() => firstPlan(structure, key, known), [key, known]);
  const [better, setBetter] = useState<{ first: typeof first; plan: Plan } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  useEffect(() => {
    if (!first.ask) return;
    let current = true;
    elkPlan(structure, first.part ?? undefined)
      .then((made) => {
        if (first.whole || first.part === null) storePlan(key, made);
        const places = first.part ? byId(made.places, known) : first.plan.places;
        if (current) setBetter({ first, plan: { ...made, places } });
      })
      .catch((error) => console.warn("The layout could not be refined.", error));
    return () => {
      current = false;
    };
  }, [first]);
  const plan = better?.first === first ? better.plan : first.plan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  const layout = useMemo(() => composed(structure, plan, undefined, first.tree), [first, plan]);
  return { layout, key, refined: plan.routes !== undefined || !first.ask };
}
