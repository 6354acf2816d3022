import { useMemo, useRef } from "react";
import { getJson } from "../../api/http";
import type { ScopePath, ScopeView } from "../../api/types";
import { urls } from "../../api/urls";
import { useEditor } from "../context";
import { AddInput } from "./AddInput";
import { useFields } from "./desk";
import { Frame } from "./Frame";
import { useFormParts } from "./form";
import { MappingRow } from "./MappingRow";
import { mappingIn, namesIn } from "./mapping";
import type { Option } from "./matching";
import type { Place } from "./places";
import { useRows } from "./rows";
import type { Json } from "./schema";
import { expressionFor, type Taken, takenBy } from "./takes";
import { useAct } from "./useAct";

/** What the tool of the form's node takes; null of other nodes, and where nobody knows. */
function useTaken(tool: unknown): Taken[] | null {
  const { catalog } = useFormParts();
  return useMemo(() => takenBy(catalog, tool), [catalog, tool]);
}

const optionOf = ({ name, type, required, description }: Taken): Option => ({
  value: name,
  tag: required ? "required" : undefined,
  description: description ? `${type}: ${description}` : type,
});

/** What can be read here. Without an answer a new field reads all that flows in. */
function usePaths(node: string | null): () => Promise<readonly ScopePath[]> {
  const slug = useEditor((state) => state.slug);
  return () =>
    node === null
      ? Promise.resolve([])
      : getJson<ScopeView>(urls.scope(slug, node, "input")).then(
          (scope) => scope.paths,
          () => [],
        );
}

/** An object that is made for the node, field by field, in place of what flows in. */
export function InputMapping({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const fields = useFields(place.node);
  const names = namesIn(fields);
  const { rows, placeIn } = useRows(names);
  const taken = useTaken(fields.kind === "tool" ? fields.tool : undefined);
  const missing = taken?.filter((one) => !names.includes(one.name)) ?? null;
  const offered = missing?.map(optionOf) ?? null;
  const paths = usePaths(place.node);
  const box = useRef<HTMLDivElement>(null);
  const change = (edit: (now: Json) => Json) =>
    set((now) => {
      const mapping = edit(mappingIn(now));
      return { input: Object.keys(mapping).length > 0 ? mapping : undefined };
    });
  const remove = (name: string) => {
    void change(({ [name]: _, ...rest }) => rest);
    box.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  };
  const add = async (wanted: readonly string[]) => {
    const known = wanted.length > 0 ? await paths() : [];
    await change((now) => {
      const added = wanted.length > 0 ? wanted : [unused(now)];
      const fresh = added.filter((name) => !Object.hasOwn(now, name));
      return { ...now, ...Object.fromEntries(fresh.map((name) => [name, expressionFor(name, known)])) };
    });
  };
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
                  offered={offered}
                  onRemove={() => remove(name)}
                />
              );
            })}
          </ul>
        )}
        {mayEdit ? (
          <AddInput missing={missing} options={offered ?? []} onAdd={(wanted) => void add(wanted)} />
        ) : (
          names.length === 0 && <p className="read-value muted">It gets what flows in, as it is.</p>
        )}
      </div>
    </Frame>
  );
}

function unused(mapping: Json): string {
  let name = "field";
  for (let number = 2; Object.hasOwn(mapping, name); number += 1) name = `field_${number}`;
  return name;
}
