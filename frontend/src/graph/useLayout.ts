import { useEffect, useMemo, useState } from "react";
import type { Structure } from "../api/types";
import { elkLayout } from "./elk";
import type { Layout } from "./geometry";
import { rankLayout } from "./rank";
import { structureKey } from "./tree";

const VERSION = "layout 1";
/** Beyond this the better layout takes minutes and memory that nobody has; the rank layout stays. */
const TOO_MANY_EDGES = 20_000;

function stored(key: string): Layout | null {
  try {
    const text = sessionStorage.getItem(`${VERSION} ${key}`);
    return text ? (JSON.parse(text) as Layout) : null;
  } catch {
    return null;
  }
}

function store(key: string, layout: Layout): void {
  try {
    sessionStorage.setItem(`${VERSION} ${key}`, JSON.stringify(layout));
  } catch {
    // A full or forbidden storage only costs the next opening its head start.
  }
}

/**
 * The structure's layout: the one computed earlier in this tab, else a rank layout at once and the
 * better one when the worker has it. It depends on the structure alone: a status never moves a node.
 */
export function useLayout(structure: Structure): { layout: Layout; key: string } {
  const key = structureKey(structure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  const first = useMemo(() => stored(key) ?? rankLayout(structure), [key]);
  const [refined, setRefined] = useState<{ key: string; layout: Layout } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys mean equal structures
  useEffect(() => {
    if (first.routes || structure.nodes.length === 0 || structure.edges.length > TOO_MANY_EDGES) return;
    let current = true;
    elkLayout(structure)
      .then((layout) => {
        store(key, layout);
        if (current) setRefined({ key, layout });
      })
      .catch((error) => console.warn("The layout could not be refined.", error));
    return () => {
      current = false;
    };
  }, [key, first]);
  return { layout: refined?.key === key ? refined.layout : first, key };
}
