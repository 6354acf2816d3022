import { getJson } from "../api/http";
import type { Catalog } from "../api/types";
import { urls } from "../api/urls";

let loading: Promise<Catalog> | null = null;

/** What can be put into a graph here; asked once per page, and again after a failure. */
export function loadCatalog(): Promise<Catalog> {
  loading ??= getJson<Catalog>(urls.catalog()).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}
