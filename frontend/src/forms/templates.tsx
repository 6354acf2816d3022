import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
} from "@rjsf/utils";
import { CircleAlert, Plus, Trash2 } from "lucide-react";
import { useContext, useMemo } from "react";
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

const isGroup = (schema: FieldTemplateProps["schema"]) => schema.type === "object" || schema.type === "array";

function Field(props: FieldTemplateProps) {
  const { id, fieldPathId, schema, children, required, hidden, rawDescription, formData } = props;
  const { errors } = useForm();
  const around = useContext(FieldContext);
  const key = pathKey(fieldPathId.path);
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
  const title = props.label === String(fieldPathId.path.at(-1)) ? humanise(props.label) : props.label;
  // The chosen branch of a oneOf has the same path as the field that offers the choice.
  if (around.owner === key) return <FieldContext.Provider value={shared}>{children}</FieldContext.Provider>;
  const body = <FieldContext.Provider value={shared}>{children}</FieldContext.Provider>;
  // A unit or a few words stand beside the label; a sentence stands below it.
  const short = rawDescription && rawDescription.length <= 28 ? rawDescription : null;
  const note = rawDescription && !short && (
    <p className="field-help" id={helpId}>
      {rawDescription}
    </p>
  );
  const failed = invalid && <FieldErrors id={errorId} errors={own} title={title} />;
  if ("const" in schema) {
    return (
      <div className="field field-const">
        <span className="field-label">{title}</span>
        <output className="const-value mono">
          {JSON.stringify(formData ?? schema.const).replace(/^"|"$/g, "")}
        </output>
        {note}
        {failed}
      </div>
    );
  }
  const isRoot = fieldPathId.path.length === 0;
  if (isGroup(schema)) {
    return (
      <fieldset
        className={isRoot ? "field" : "field field-group"}
        aria-invalid={invalid || undefined}
        tabIndex={-1}
        id={`${id}__group`}
      >
        {!isRoot && (
          <legend className="field-label">
            {title}
            {!required && <small> optional</small>}
          </legend>
        )}
        {note}
        {failed}
        {body}
      </fieldset>
    );
  }
  const branching = schema.oneOf !== undefined || schema.anyOf !== undefined;
  return (
    <div className="field">
      {props.label && (
        <label className="field-label" id={`${id}__label`} htmlFor={branching ? undefined : id}>
          {title}
          <small id={short ? helpId : undefined}>
            {short} {!required && !isRoot && "optional"}
          </small>
        </label>
      )}
      {note}
      {body}
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
