import { useEditor } from "../context";
import { bodyOf, type Draft, dependencyOf, type NodeJson, titleOf } from "../model";
import { useFields } from "./desk";
import { Frame, useFrameAttributes } from "./Frame";
import { useFormParts } from "./form";
import type { Place } from "./places";
import { useAct } from "./useAct";

const OWN = "";

/** The nodes beside `id` that no edge touches and nobody runs yet; the server has the last word. */
export function bodyCandidates(draft: Draft, id: string): string[] {
  const beside = draft.levels.get(draft.home.get(id) ?? null) ?? [];
  const touched = new Set<string>([id]);
  for (const one of beside) {
    const node = draft.nodes.get(one) as NodeJson;
    const needs = node.depends_on ?? [];
    if (needs.length > 0) touched.add(one);
    for (const edge of needs) touched.add(dependencyOf(edge).node);
    const body = bodyOf(node);
    if (body !== null && one !== id) touched.add(body);
  }
  return beside.filter((one) => !touched.has(one));
}

function Choice({
  value,
  onChange,
  draft,
  ids,
}: {
  value: string;
  onChange(value: string): void;
  draft: Draft;
  ids: string[];
}) {
  return (
    <select
      {...useFrameAttributes()}
      className="select"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value={OWN}>A graph of its own</option>
      {ids.map((one) => (
        <option key={one} value={one}>
          {titleOf(draft.nodes.get(one) as NodeJson)}
        </option>
      ))}
    </select>
  );
}

/** What a map or fold runs. */
export function BodyChoice({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { node: id, mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const draft = useEditor((state) => state.draft);
  const inspect = useEditor((state) => state.inspect);
  const fields = useFields(id);
  if (id === null) return null;
  const current = bodyOf(fields as NodeJson);
  const held = draft.levels.get(id) ?? [];
  const body = current === null ? undefined : draft.nodes.get(current);
  const ids = bodyCandidates(draft, id);
  if (body && current && !ids.includes(current)) ids.unshift(current);
  const choose = (value: string) =>
    void set({ body: value === OWN ? { graph: { nodes: [] } } : { node: value } });
  const warning =
    held.length > 0 ? ` Choosing another body removes the ${held.length} inside; undo brings them back.` : "";
  return (
    <Frame
      path={place.path}
      label={label}
      help={`${help ?? ""}${mayEdit ? warning : ""}`}
      group={!mayEdit}
      refusal={refusal}
    >
      {mayEdit ? (
        <Choice value={current ?? OWN} onChange={choose} draft={draft} ids={ids} />
      ) : (
        <p className="read-value">{body ? <bdi>{titleOf(body)}</bdi> : "A graph of its own"}</p>
      )}
      <p className="followers">
        {body ? (
          <button type="button" className="link-button" onClick={() => inspect(body.id)}>
            Open <bdi>{titleOf(body)}</bdi>
          </button>
        ) : held.length > 0 ? (
          <button type="button" className="link-button" onClick={() => inspect(held[0] as string)}>
            {held.length === 1 ? "Open the node inside" : `Open the first of ${held.length} nodes inside`}
          </button>
        ) : (
          "Nothing is inside yet: drop nodes into it on the canvas, or add one to it."
        )}
      </p>
    </Frame>
  );
}
