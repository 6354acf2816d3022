import { useEffect, useRef, useState } from "react";
import { getJson } from "../../api/http";
import type { ScopeView } from "../../api/types";
import { urls } from "../../api/urls";
import { useEditorParts } from "../context";

/**
 * What an expression at a field of a node can read. It is asked anew at each `visit` (0: nobody is there yet) if the draft
 * has changed since: reading recorded values costs the server more than any key is worth.
 */
export function useScope(node: string | null, field: string, visit: number): ScopeView | null {
  const { store } = useEditorParts();
  const [scope, setScope] = useState<ScopeView | null>(null);
  const asked = useRef<string | null>(null);
  useEffect(() => {
    const { slug, draft } = store.getState();
    const question = `${node} ${field} ${draft.version}`;
    if (visit === 0 || node === null || asked.current === question) return;
    asked.current = question;
    getJson<ScopeView>(urls.scope(slug, node, field)).then(
      (found) => asked.current === question && setScope(found),
      // Without it one writes without completion; whether the expression is right is asked elsewhere.
      () => {
        asked.current = null;
      },
    );
  }, [store, node, field, visit]);
  return scope;
}
