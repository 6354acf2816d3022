import { useEffect, useState } from "react";
import { getJson } from "../../api/http";
import type { ScopeView } from "../../api/types";
import { urls } from "../../api/urls";
import { useEditor } from "../context";

/** What an expression of a node can read; asked once it is wanted, and again when the draft has changed. */
export function useScope(node: string | null, wanted: boolean): ScopeView | null {
  const slug = useEditor((state) => state.slug);
  const version = useEditor((state) => state.draft.version);
  const [scope, setScope] = useState<ScopeView | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may have another scope
  useEffect(() => {
    if (!wanted || node === null) return;
    let here = true;
    getJson<ScopeView>(urls.scope(slug, node)).then(
      (found) => here && setScope(found),
      // Without it one writes without completion; whether the expression is right is asked elsewhere.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [slug, node, wanted, version]);
  return scope;
}
