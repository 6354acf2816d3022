import type { ComponentProps } from "react";
import { AnswerForm } from "../forms/AnswerForm";
import { JsonInput } from "../forms/JsonInput";

/** What something works on: a form where a schema tells what that is, else JSON, since anything will do. */
export function InputForm(props: ComponentProps<typeof AnswerForm>) {
  const Input = props.schema === undefined || props.schema === null ? JsonInput : AnswerForm;
  return <Input {...props} />;
}
