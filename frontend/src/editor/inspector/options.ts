import type { Catalog } from "../../api/types";
import type { Option } from "./matching";

export function toolOptions(catalog: Catalog | null): Option[] {
  return (catalog?.tools ?? []).map(({ name, effect, description }) => ({
    value: name,
    tag: effect,
    description,
  }));
}

export function nameOptions(names: readonly string[] | undefined): Option[] {
  return (names ?? []).map((value) => ({ value }));
}
