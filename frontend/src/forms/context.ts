import { createContext, useContext } from "react";
import type { ErrorsByPath, Path } from "./paths";

/** What the form's parts share. It travels by React context, which reaches through the library's memoised fields. */
export interface FormShared {
  errors: ErrorsByPath;
  /** A field's own refusal (text that is no number); null takes it back. It blocks submitting. */
  refuse(path: Path, message: string | null): void;
  touch(path: Path): void;
}

export const FormContext = createContext<FormShared>({
  errors: new Map(),
  refuse: () => undefined,
  touch: () => undefined,
});

/** What an input must know of the field around it. `owner` is the path key whose label is already drawn. */
export interface FieldShared {
  path: Path;
  owner: string | null;
  invalid: boolean;
  describedBy: string | undefined;
}

export const FieldContext = createContext<FieldShared>({
  path: [],
  owner: null,
  invalid: false,
  describedBy: undefined,
});

export const useForm = () => useContext(FormContext);
export const useField = () => useContext(FieldContext);
