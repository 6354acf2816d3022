import { useMemo } from "react";
import type { Catalog } from "../../api/types";
import { kindWord } from "../../nodes/kinds";
import { useMayEdit } from "../context";
import { TextControl } from "./controls";
import { useFields } from "./desk";
import { Frame, useFrameAttributes } from "./Frame";
import { type FieldChanges, fieldPlace } from "./places";
import { Shown } from "./ReadValue";
import type { Json } from "./schema";
import { useAct } from "./useAct";

/** Makes a node one of another kind. What that kind must have comes from a node that was just added. */
export function kindChange(catalog: Catalog, kind: string, fields: Readonly<Json>): FieldChanges {
  const blank = catalog.kinds.find((one) => one.kind === kind)?.blank ?? {};
  const missing = Object.entries(blank).filter(([name]) => name !== "kind" && !(name in fields));
  return { kind, ...Object.fromEntries(missing) };
}

function KindSelect({
  kind,
  catalog,
  onChange,
}: {
  kind: string;
  catalog: Catalog;
  onChange(kind: string): void;
}) {
  return (
    <select
      {...useFrameAttributes()}
      className="select"
      value={kind}
      onChange={(event) => onChange(event.target.value)}
    >
      {catalog.kinds.map((one) => (
        <option key={one.kind} value={one.kind}>
          {one.title}
        </option>
      ))}
    </select>
  );
}

/** What a node is called, by people and by the document, and what kind it is. */
export function NodeHead({ id, catalog }: { id: string; catalog: Catalog | null }) {
  const fields = useFields(id);
  const mayEdit = useMayEdit();
  const { set, refusal } = useAct();
  const places = useMemo(() => ({ title: fieldPlace(id, "title"), id: fieldPlace(id, "id") }), [id]);
  const kind = String(fields.kind);
  return (
    <div className="inspector-head">
      <TextControl place={places.title} label="Title" empty={id} />
      <div className="head-pair">
        <TextControl place={places.id} label="Id" mono atTheEnd kept />
        <Frame path="kind" label="Kind" refusal={refusal} group={!mayEdit || !catalog}>
          {mayEdit && catalog ? (
            <KindSelect
              kind={kind}
              catalog={catalog}
              onChange={(next) => void set(kindChange(catalog, next, fields))}
            />
          ) : (
            <Shown value={kindWord(kind)} />
          )}
        </Frame>
      </div>
    </div>
  );
}
