import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
} from "@rjsf/utils";
import { CircleAlert, Plus, Trash2 } from "lucide-react";
import { useContext, useEffect, useMemo, useRef } from "react";
import { FieldContext, useForm } from "./context";
import { pathKey } from "./paths";
import { humanise, inWords } from "./titles";
import { TextInput } from "./widgets";

function FieldErrors({ id, errors, title }: { id: string; errors: string[]; title: string }) {
  return (
    <div id={id}>
      {errors.map((message) => (
        <p className="field-error" key={message}>
          <CircleAlert aria-hidden="true" />
          <span>
            <span className="visually-hidden">{title}: </span>
            {inWords(message, title)}
          </span>
        </p>
      ))}
    </div>
  );
}

/** A fixed value: shown, and put into the answer where the answer has a place for it. */
function Constant({
  value,
  formData,
  fill,
}: {
  value: unknown;
  formData: unknown;
  fill(value: unknown): void;
}) {
  const text = JSON.stringify(value);
  const there = JSON.stringify(formData) === text;
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    if (!there) latest.current(JSON.parse(text));
  }, [there, text]);
  return <output className="const-value mono">{typeof value === "string" ? value : text}</output>;
}

type Schema = FieldTemplateProps["schema"];

const isGroup = (schema: Schema) => schema.type === "object" || schema.type === "array";

/** Whether a field has parts of its own, so that leaving it out is a choice that must be offered. */
function hasParts(schema: Schema): boolean {
  const branches = (schema.oneOf ?? schema.anyOf ?? []) as Schema[];
  return (
    schema.type === "object" || branches.some((one) => one.type === "object" || one.properties || one.$ref)
  );
}

function Label({ props, title, helpId }: { props: FieldTemplateProps; title: string; helpId: string }) {
  const { id, schema, rawDescription, required, fieldPathId } = props;
  if (!props.label) return null;
  const branching = schema.oneOf !== undefined || schema.anyOf !== undefined;
  const beside = [
    isShort(rawDescription) && rawDescription,
    !required && !("const" in schema) && fieldPathId.path.length > 0 && "optional",
  ];
  const words = beside.filter(Boolean).join(" · ");
  return (
    <label className="field-label" id={`${id}__label`} htmlFor={branching ? undefined : id}>
      {title}
      {words && " "}
      {words && <small id={isShort(rawDescription) ? helpId : undefined}>{words}</small>}
    </label>
  );
}

/** A unit or a few words stand beside the label; a sentence stands below it. */
function isShort(description: string | undefined): boolean {
  return description !== undefined && description.length > 0 && description.length <= 28;
}

/** An optional field with parts, not in the answer yet. */
function Absent({ title, onAdd }: { title: string; onAdd(): void }) {
  return (
    <div className="field field-absent">
      <span className="field-label">
        {title} <small>optional</small>
      </span>
      <button type="button" className="btn btn-small" onClick={onAdd}>
        <Plus aria-hidden="true" />
        Add<span className="visually-hidden"> {title}</span>
      </button>
    </div>
  );
}

function TakeAway({ title, onRemove }: { title: string; onRemove(): void }) {
  return (
    <button type="button" className="btn btn-quiet btn-small take-away" onClick={onRemove}>
      Leave out<span className="visually-hidden"> {title}</span>
    </button>
  );
}

function Field(props: FieldTemplateProps) {
  const {
    id,
    fieldPathId,
    schema,
    children,
    required,
    hidden,
    rawDescription,
    formData,
    onChange,
    registry,
  } = props;
  const { errors } = useForm();
  const around = useContext(FieldContext);
  const { path } = fieldPathId;
  const key = pathKey(path);
  const own = errors.get(key);
  const invalid = own !== undefined;
  const errorId = `${id}__errors`;
  const helpId = `${id}__help`;
  const shared = useMemo(
    () => ({
      path: JSON.parse(key) as string[],
      owner: around.owner,
      invalid,
      describedBy: [invalid && errorId, rawDescription && helpId].filter(Boolean).join(" ") || undefined,
    }),
    [key, around.owner, invalid, errorId, helpId, rawDescription],
  );
  if (hidden) return null;
  const constant = "const" in schema && (
    <Constant value={schema.const} formData={formData} fill={(value) => onChange(value, path)} />
  );
  const body = constant || <FieldContext.Provider value={shared}>{children}</FieldContext.Provider>;
  // The chosen branch of a oneOf has the same path as the field that offers the choice.
  if (around.owner === key) return body;

  const title = props.label === String(path.at(-1)) ? humanise(props.label) : props.label;
  const optionalParts =
    !required && path.length > 0 && hasParts(schema) && !registry.schemaUtils.isSelect(schema);
  if (optionalParts && formData === undefined && !invalid) {
    return <Absent title={title} onAdd={() => onChange({}, path)} />;
  }
  const takeAway = optionalParts && <TakeAway title={title} onRemove={() => onChange(undefined, path)} />;
  const note = rawDescription && !isShort(rawDescription) && (
    <p className="field-help" id={helpId}>
      {rawDescription}
    </p>
  );
  const failed = invalid && <FieldErrors id={errorId} errors={own} title={title} />;
  if (isGroup(schema)) {
    const isRoot = path.length === 0;
    return (
      <fieldset
        className={isRoot ? "field" : "field field-group"}
        aria-invalid={invalid || undefined}
        tabIndex={-1}
        id={`${id}__group`}
      >
        {!isRoot && (
          <legend className="field-label">
            {title} {!required && <small>optional</small>}
            {takeAway}
          </legend>
        )}
        {note}
        {failed}
        {body}
      </fieldset>
    );
  }
  return (
    <div className={constant ? "field field-const" : "field"}>
      <div className="row">
        <Label props={props} title={title} helpId={helpId} />
        {takeAway}
        {constant}
      </div>
      {note}
      {!constant && body}
      {failed}
    </div>
  );
}

function ObjectFields({ properties }: ObjectFieldTemplateProps) {
  return <>{properties.map((property) => property.content)}</>;
}

function ArrayFields({ items, canAdd, onAddClick, disabled, readonly, title }: ArrayFieldTemplateProps) {
  return (
    <div className="stack-tight">
      {items.length === 0 && <p className="field-help">None yet.</p>}
      {items}
      {canAdd && !disabled && !readonly && (
        <div>
          <button type="button" className="btn btn-small" onClick={onAddClick}>
            <Plus aria-hidden="true" />
            Add<span className="visually-hidden"> to {title}</span>
          </button>
        </div>
      )}
    </div>
  );
}

function ArrayItem({ children, index, buttonsProps }: ArrayFieldItemTemplateProps) {
  return (
    <div className="array-item">
      <div className="grow">{children}</div>
      {buttonsProps.hasRemove && (
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label={`Remove number ${index + 1}`}
          onClick={buttonsProps.onRemoveItem}
        >
          <Trash2 aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function Branches({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const around = useContext(FieldContext);
  // biome-ignore lint/suspicious/noExplicitAny: the library's element carries the field's path in its props
  const path = (optionSchemaField as any)?.props?.fieldPathId?.path;
  const inner = useMemo(() => ({ ...around, owner: path ? pathKey(path) : null }), [around, path]);
  return (
    <div className="branches">
      {selector}
      {optionSchemaField && (
        <div className="branch">
          <FieldContext.Provider value={inner}>{optionSchemaField}</FieldContext.Provider>
        </div>
      )}
    </div>
  );
}

const Nothing = () => null;

export const templates = {
  FieldTemplate: Field,
  ObjectFieldTemplate: ObjectFields,
  ArrayFieldTemplate: ArrayFields,
  ArrayFieldItemTemplate: ArrayItem,
  MultiSchemaFieldTemplate: Branches,
  BaseInputTemplate: TextInput,
  ErrorListTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
};
