import { byId, type Plan } from "./geometry";

const VERSION = "layout 2";

/** A plan that was made earlier in this tab. */
export function storedPlan(key: string): Plan | null {
  try {
    const text = sessionStorage.getItem(`${VERSION} ${key}`);
    if (!text) return null;
    const plan = JSON.parse(text) as Plan;
    return { ...plan, places: byId(plan.places) };
  } catch {
    return null;
  }
}

export function storePlan(key: string, plan: Plan): void {
  try {
    sessionStorage.setItem(`${VERSION} ${key}`, JSON.stringify(plan));
  } catch {
    // A full or forbidden storage only costs the next opening its head start.
  }
}
