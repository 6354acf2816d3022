import { useEffect, useMemo, useState } from "react";
import { explain, getJson } from "../../api/http";
import type { Connections } from "../../api/types";
import { urls } from "../../api/urls";
import { useEditor } from "../context";
import { type Dependency, dependencyOf, titleOf } from "../model";
import type { Option } from "./matching";

/**
 * The nodes beside `id` that an edge could come from (`end` “target”) or go to, with the server's reason where
 * one could not. It is asked once `wanted`, and again when the draft has changed.
 */
export function useCandidates(
  id: string,
  end: "source" | "target",
  visit: number,
  needs: readonly Dependency[],
): { options: Option[]; note: string | null } {
  const draft = useEditor((state) => state.draft);
  const slug = useEditor((state) => state.slug);
  const [answer, setAnswer] = useState<Connections | null>(null);
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => {
    if (visit === 0) return;
    let here = true;
    getJson<Connections>(urls.connections(slug, id, end)).then(
      (found) => {
        if (!here) return;
        setAnswer(found);
        setNote(null);
      },
      // Without the answer everything is offered; the server refuses what cannot be.
      (error) => here && setNote(explain(error)),
    );
    return () => {
      here = false;
    };
  }, [slug, id, end, visit]);
  const options = useMemo(() => {
    const barred = new Map(answer?.forbidden.map((one) => [one.node, one.message]));
    const branches = new Set(
      needs.map((one) => dependencyOf(one).node).filter((one) => draft.nodes.get(one)?.kind === "branch"),
    );
    const taken = new Set(needs.map((one) => dependencyOf(one).node).filter((one) => !branches.has(one)));
    return (draft.levels.get(draft.home.get(id) ?? null) ?? [])
      .filter((one) => one !== id && !taken.has(one))
      .map((one) => {
        const node = draft.nodes.get(one);
        return {
          value: one,
          label: node ? titleOf(node) : one,
          barred: barred.get(one),
        };
      });
  }, [answer, draft, id, needs]);
  return { options, note };
}
