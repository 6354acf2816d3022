import { basis, type FieldType, fitsType, type Json, LIMITS, OF_TYPE, typeOf } from "./fieldTypes";
import { type BuilderField, type BuilderForm, freshUid } from "./model";

const changed = (
  form: BuilderForm,
  uid: number,
  change: (field: BuilderField) => BuilderField,
): BuilderForm => ({
  ...form,
  fields: form.fields.map((field) => (field.uid === uid ? change(field) : field)),
});

/** A key from words: small letters, digits and underscores. */
export function keyFrom(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return words.slice(0, 40).replace(/_+$/, "");
}

function freeKey(form: BuilderForm, wanted: string, except?: number): string {
  const taken = new Set(form.fields.filter((field) => field.uid !== except).map((field) => field.key));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number += 1;
  return `${wanted}_${number}`;
}

export function addField(form: BuilderForm, type: FieldType): { form: BuilderForm; uid: number } {
  const uid = freshUid();
  const key = freeKey(form, "field");
  const field = { uid, key, type: "text" as FieldType, schema: basis("text"), auto: true };
  const added = { ...form, fields: [...form.fields, field] };
  return { form: type === "text" ? added : setType(added, uid, type), uid };
}

export function removeField(form: BuilderForm, uid: number): BuilderForm {
  const gone = form.fields.find((field) => field.uid === uid);
  const fields = form.fields.filter((field) => field.uid !== uid);
  const kept = form.required?.filter((key) => key !== gone?.key);
  return { ...form, fields, required: emptied(form, kept) };
}

export function moveField(form: BuilderForm, uid: number, step: 1 | -1): BuilderForm {
  const at = form.fields.findIndex((field) => field.uid === uid);
  const to = at + step;
  if (at < 0 || to < 0 || to >= form.fields.length) return form;
  const fields = [...form.fields];
  fields.splice(to, 0, ...fields.splice(at, 1));
  return { ...form, fields };
}

/** An emptied list of required fields is left out. */
function emptied(form: BuilderForm, list: readonly string[] | undefined): readonly string[] | undefined {
  return list?.length === 0 && form.required?.length !== 0 ? undefined : list;
}

export function setRequired(form: BuilderForm, key: string, on: boolean): BuilderForm {
  const others = (form.required ?? []).filter((one) => one !== key);
  return { ...form, required: on ? [...others, key] : emptied(form, others) };
}

export function setKey(form: BuilderForm, uid: number, key: string): BuilderForm {
  const before = form.fields.find((field) => field.uid === uid)?.key;
  const required = form.required?.map((one) => (one === before ? key : one));
  return {
    ...changed(form, uid, (field) => ({
      ...field,
      key,
      type: typeOf(field.schema, key) ?? field.type,
      auto: false,
    })),
    required,
  };
}

/** Sets one keyword of a field; undefined takes it away. The others keep their places. */
export function setKeyword(form: BuilderForm, uid: number, name: string, value: unknown): BuilderForm {
  return changed(form, uid, (field) => {
    const schema: Json = { ...field.schema };
    if (value === undefined) delete schema[name];
    else schema[name] = value;
    // Some limits make a text long, or short.
    return { ...field, schema, type: typeOf(schema, field.key) ?? field.type };
  });
}

/** Gives a field its title; a key that was never chosen follows. */
export function setTitle(form: BuilderForm, uid: number, title: string): BuilderForm {
  const titled = setKeyword(form, uid, "title", title === "" ? undefined : title);
  const field = form.fields.find((one) => one.uid === uid);
  const key = keyFrom(title);
  if (!field?.auto || key === "") return titled;
  const followed = setKey(titled, uid, freeKey(form, key, uid));
  return changed(followed, uid, (one) => ({ ...one, auto: true }));
}

export const LONG = 5_000;
const SHORT = 250;

/** Makes a field one of another type. Its words stay, and whatever limits the new type has too. */
export function setType(form: BuilderForm, uid: number, type: FieldType): BuilderForm {
  return changed(form, uid, (field) => {
    const limits = new Set(LIMITS[type].map((limit) => limit.name));
    const start: Json = { ...basis(type) };
    for (const [name, value] of Object.entries(field.schema)) {
      const fits =
        name === "default" ? fitsType(type, value) : name === "examples" ? false : limits.has(name);
      if (name === "title" || name === "description" || (fits && !OF_TYPE.has(name))) start[name] = value;
    }
    return { ...field, type, schema: sized(start, field.key, type) };
  });
}

/** A text whose length says whether it is a long one. */
function sized(schema: Json, key: string, type: FieldType): Json {
  if ((type !== "long" && type !== "text") || typeOf(schema, key) === type) return schema;
  return { ...schema, maxLength: type === "long" ? LONG : SHORT };
}

export function setRoot(form: BuilderForm, name: string, value: unknown): BuilderForm {
  const root: Json = { ...form.root };
  if (value === undefined) delete root[name];
  else root[name] = value;
  return { ...form, root };
}
