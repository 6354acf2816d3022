import { createContext, useContext } from "react";
import type { Catalog, DraftProblem } from "../../api/types";

/** What the parts of one form share. `node` null: the graph's own form. */
export interface FormParts {
  node: string | null;
  mayEdit: boolean;
  catalog: Catalog | null;
  problems: ReadonlyMap<string, DraftProblem[]>;
}

export const FormPartsContext = createContext<FormParts>({
  node: null,
  mayEdit: false,
  catalog: null,
  problems: new Map(),
});

export const useFormParts = () => useContext(FormPartsContext);

const NONE: DraftProblem[] = [];

export function useProblemsAt(path: string): DraftProblem[] {
  return useFormParts().problems.get(path) ?? NONE;
}
