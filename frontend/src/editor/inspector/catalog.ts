import { useEffect, useState } from "react";
import { explain } from "../../api/http";
import type { Catalog } from "../../api/types";
import { loadCatalog } from "../catalog";

export function useCatalog(): { catalog: Catalog | null; error: string | null } {
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    loadCatalog().then(
      (loaded) => here && setCatalog(loaded),
      (failure) => here && setError(explain(failure)),
    );
    return () => {
      here = false;
    };
  }, []);
  return { catalog, error };
}
