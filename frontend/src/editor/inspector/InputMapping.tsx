import { Plus, X } from "lucide-react";
import { useMemo, useRef } from "react";
import { ExpressionControl } from "../expression/ExpressionControl";
import { TextControl } from "./controls";
import { useFields } from "./desk";
import { Frame } from "./Frame";
import { useFormParts } from "./form";
import { type Fields, GONE, innerPlace, type Place, pathText } from "./places";
import { useRows } from "./rows";
import { isObject, type Json } from "./schema";
import { useAct } from "./useAct";

const mappingIn = (fields: Fields) => (isObject(fields.input) ? fields.input : {});
const namesIn = (fields: Fields) => Object.keys(mappingIn(fields));

/** The mapping with another name for one field, in the same place. */
export function renamed(mapping: Record<string, unknown>, before: string, after: string) {
  return Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => [key === before ? after : key, value]),
  );
}

interface RowProps {
  name: string;
  placeIn(names: readonly string[]): number;
  onRemove(): void;
}

function MappingRow({ name, placeIn, onRemove }: RowProps) {
  const { node, mayEdit } = useFormParts();
  const places = useMemo(() => {
    const nameIn = (fields: Fields) => namesIn(fields)[placeIn(namesIn(fields))];
    const path = pathText(["input", name]);
    const key: Place = {
      node,
      path: `${path} name`,
      read: nameIn,
      write: (fields, value) => {
        const before = nameIn(fields);
        if (before === undefined) return GONE;
        const after = String(value);
        if (after !== before && Object.hasOwn(mappingIn(fields), after))
          return `There is a field “${after}” already.`;
        return { input: renamed(mappingIn(fields), before, after) };
      },
    };
    const value = innerPlace(node, path, (fields) => {
      const now = nameIn(fields);
      return now === undefined ? null : ["input", now];
    });
    return { key, value };
  }, [node, name, placeIn]);
  return (
    <li className="case">
      <div className="case-head">
        <TextControl place={places.key} label="Field" kept mono atTheEnd />
        {mayEdit && (
          <button
            type="button"
            className="btn btn-quiet btn-small btn-icon"
            aria-label={`Remove the field ${name}`}
            onClick={onRemove}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
      <ExpressionControl place={places.value} label={`Value of ${name}`} quietLabel kept />
    </li>
  );
}

/** An object that is made for the node, field by field, in place of what flows in. */
export function InputMapping({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const fields = useFields(place.node);
  const names = namesIn(fields);
  const { rows, placeIn } = useRows(names);
  const box = useRef<HTMLDivElement>(null);
  const change = (edit: (now: Json) => Json) =>
    void set((now) => {
      const mapping = edit(mappingIn(now));
      return { input: Object.keys(mapping).length > 0 ? mapping : undefined };
    });
  const remove = (name: string) => {
    change(({ [name]: _, ...rest }) => rest);
    box.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  };
  const add = () =>
    change((now) => {
      let name = "field";
      for (let number = 2; Object.hasOwn(now, name); number += 1) name = `field_${number}`;
      return { ...now, [name]: "value" };
    });
  return (
    <Frame path={place.path} label={label} help={help} group refusal={refusal}>
      <div className="stack-tight" ref={box}>
        {names.length > 0 && (
          <ul className="cases">
            {names.map((name, at) => {
              const { key } = rows[at] ?? { key: -at };
              return (
                <MappingRow
                  key={key}
                  name={name}
                  placeIn={(now) => placeIn(now, key)}
                  onRemove={() => remove(name)}
                />
              );
            })}
          </ul>
        )}
        {mayEdit ? (
          <div>
            <button type="button" className="btn btn-small" data-add onClick={add}>
              <Plus aria-hidden="true" />
              Add a field
            </button>
          </div>
        ) : (
          names.length === 0 && <p className="read-value muted">It gets what flows in, as it is.</p>
        )}
      </div>
    </Frame>
  );
}
