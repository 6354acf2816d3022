import { useEffect, useState } from "react";
import { explain, getJson } from "../../api/http";
import type { Connections } from "../../api/types";
import { urls } from "../../api/urls";
import { useEditor } from "../context";

export interface Forbidden {
  /** Null while the server is asked. */
  reasons: ReadonlyMap<string, string> | null;
  /** Why it could not be asked, or null. */
  failure: string | null;
}

/** Which nodes this one cannot need, and why; asked again whenever the draft has changed. */
export function useForbidden(node: string): Forbidden {
  const slug = useEditor((state) => state.slug);
  const version = useEditor((state) => state.draft.version);
  const [found, setFound] = useState<Forbidden>({ reasons: null, failure: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other answers
  useEffect(() => {
    let current = true;
    getJson<Connections>(urls.connections(slug, node, "target")).then(
      ({ forbidden }) => {
        const reasons = new Map(forbidden.map((one) => [one.node, one.message]));
        if (current) setFound({ reasons, failure: null });
      },
      (error) => current && setFound({ reasons: null, failure: explain(error) }),
    );
    return () => {
      current = false;
    };
  }, [slug, node, version]);
  return found;
}
