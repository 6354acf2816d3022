import { ExpressionControl } from "../expression/ExpressionControl";
import { Allowlist } from "./Allowlist";
import { BodyChoice } from "./BodyChoice";
import { Cases } from "./Cases";
import {
  ChoiceControl,
  type ControlProps,
  FlagControl,
  JsonControl,
  NumberControl,
  TextControl,
} from "./controls";
import { Deadline } from "./Deadline";
import { Depends } from "./Depends";
import { useFields } from "./desk";
import { useFormParts } from "./form";
import { InputMapping } from "./InputMapping";
import { Join } from "./Join";
import { Names } from "./Names";
import { nameOptions, toolOptions } from "./options";
import { PickText } from "./PickText";
import { Predicate } from "./Predicate";
import type { Place } from "./places";
import { SchemaField } from "./SchemaField";
import { controlOf, editorOf, type FormField } from "./schema";
import { ToolTakes } from "./ToolTakes";

interface Props {
  field: FormField;
  place: Place;
  /** What the field is when it is left out, in words. */
  left?: string;
}

const EMPTY: Record<string, string> = {
  timeout_seconds: "As the graph says",
  deadline_seconds: "It waits as long as it takes",
  concurrency: "As many as the graph allows",
  agent_hint: "The router decides",
  agent_hash: "Whatever is current",
  model: "The agent's own",
  role: "No role",
  stop_when: "Never: it makes all its passes",
};

/** A field as its schema says. */
function Plain({ field, place, left }: Props) {
  const control = controlOf(field);
  const shared: ControlProps = {
    place,
    label: field.title,
    help: field.help,
    empty: left ?? (field.schema.default === undefined ? EMPTY[field.name] : undefined),
  };
  switch (control.type) {
    case "choice":
      return <ChoiceControl {...shared} options={control.options} standard={control.standard} />;
    case "flag":
      return <FlagControl {...shared} standard={control.standard} />;
    case "number": {
      const standard = control.standard === undefined ? undefined : String(control.standard);
      return <NumberControl {...shared} integer={control.integer} empty={shared.empty ?? standard} />;
    }
    case "text":
      return <TextControl {...shared} long={control.long} kept={field.required} />;
    default:
      return <JsonControl {...shared} />;
  }
}

/** One field of a form: by its schema, or with the editor that its meaning asks for. */
export function FormFieldEditor(props: Props) {
  const { field, place } = props;
  const { catalog } = useFormParts();
  const { kind } = useFields(place.node);
  const help = field.name === "description" && kind !== "agent" ? undefined : field.help;
  const shared = { place, label: field.title, help };
  const empty = EMPTY[field.name];
  switch (editorOf(field)) {
    case "depends_on":
      return <Depends {...shared} />;
    case "body":
      return <BodyChoice {...shared} />;
    case "cases":
      return <Cases {...shared} />;
    case "mapping":
      return <InputMapping {...shared} />;
    case "verify_predicate":
      return <Predicate {...shared} />;
    case "join":
      return <Join {...shared} />;
    case "on_deadline":
      return <Deadline {...shared} />;
    case "expression":
      return <ExpressionControl {...shared} empty={empty} kept={field.required} />;
    case "json-schema":
      return <SchemaField {...shared} />;
    case "tools":
      return <Allowlist {...shared} />;
    case "tool":
      return (
        <>
          <PickText
            {...shared}
            options={toolOptions(catalog)}
            nothing="No tools are registered here. Any name can be typed."
            empty="Choose a tool"
            required={field.required}
          />
          <ToolTakes node={place.node} />
        </>
      );
    case "role":
      return (
        <PickText
          {...shared}
          options={nameOptions(catalog?.roles)}
          nothing="No roles are registered here. Any name can be typed."
          empty={empty}
        />
      );
    case "agent":
      return (
        <PickText
          {...shared}
          options={nameOptions(catalog?.agents)}
          nothing="No agents are registered here. Any name can be typed."
          empty={empty}
        />
      );
    case "users":
      return (
        <Names
          {...shared}
          options={nameOptions(catalog?.people)}
          nothing="There is nobody here yet. Any user name can be typed."
          noun="person"
          empty="Everyone who may approve"
        />
      );
    case "groups":
      return (
        <Names
          {...shared}
          options={nameOptions(catalog?.groups)}
          nothing="There are no groups here. Any name can be typed."
          noun="group"
          empty="No groups"
        />
      );
    default:
      return <Plain {...props} field={{ ...field, help }} />;
  }
}
