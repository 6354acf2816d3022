import { type ControlProps, TextControl } from "../inspector/controls";

/** One expression. */
export function ExpressionControl(props: ControlProps & { kept?: boolean }) {
  return <TextControl {...props} mono />;
}
