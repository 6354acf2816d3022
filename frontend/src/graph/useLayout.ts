import { useEffect, useMemo, useState } from "react";
import type { Structure } from "../api/types";
import { composed } from "./compose";
import { elkPlan, tooLarge } from "./elk";
import type { Layout, Plan } from "./geometry";
import { rankPlan } from "./rank";
import { storedPlan, storePlan } from "./storedPlans";
import { structureKey } from "./tree";

/**
 * The structure's layout: the one computed earlier in this tab, else a rank layout at once and the
 * better one when the worker has it. It depends on the structure alone: a status never moves a node.
 */
export function useLayout(structure: Structure): { layout: Layout; key: string; refined: boolean } {
  const key = structureKey(structure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  const first = useMemo(() => storedPlan(key) ?? rankPlan(structure), [key]);
  const [better, setBetter] = useState<{ key: string; plan: Plan } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  useEffect(() => {
    if (first.routes || structure.nodes.length === 0 || tooLarge(structure)) return;
    let current = true;
    elkPlan(structure)
      .then((plan) => {
        storePlan(key, plan);
        if (current) setBetter({ key, plan });
      })
      .catch((error) => console.warn("The layout could not be refined.", error));
    return () => {
      current = false;
    };
  }, [key, first]);
  const plan = better?.key === key ? better.plan : first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  const layout = useMemo(() => composed(structure, plan), [key, plan]);
  return { layout, key, refined: plan.routes !== undefined };
}
