import { type Schema, Validator } from "@cfworker/json-schema";
import type { RJSFSchema, ValidationData, ValidatorType } from "@rjsf/utils";

/** Whether a value fits a branch of a `oneOf`. A schema that cannot be judged fits nothing. */
export function fitsBranch(schema: RJSFSchema, value: unknown, root: RJSFSchema): boolean {
  try {
    const { $defs, definitions } = root;
    const standing = { ...($defs && { $defs }), ...(definitions && { definitions }), ...schema } as Schema;
    // A form holds `undefined` where JSON has nothing.
    const json = value === undefined ? null : JSON.parse(JSON.stringify(value));
    return new Validator(standing, "2020-12", true).validate(json).valid;
  } catch {
    return false;
  }
}

/**
 * The form library's validator, which validates nothing: the server is the only judge of an answer.
 * It says only which branch a value belongs to, with a validator that needs no `eval`.
 */
// biome-ignore lint/suspicious/noExplicitAny: a form's data is any JSON value
export const branchChooser: ValidatorType<any> = {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  validateFormData: () => ({ errors: [], errorSchema: {} }) as ValidationData<any>,
  rawValidation: () => ({ errors: [] }),
  isValid: fitsBranch,
};
