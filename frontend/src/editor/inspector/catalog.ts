import { useEffect, useState } from "react";
import { explain, getJson } from "../../api/http";
import type { Catalog } from "../../api/types";
import { urls } from "../../api/urls";

let asked: Promise<Catalog> | null = null;

/** What is registered here, read once a page; a failed reading is tried again by whoever asks next. */
export function loadCatalog(): Promise<Catalog> {
  asked ??= getJson<Catalog>(urls.catalog()).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

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
