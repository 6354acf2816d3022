import { ArrowRight, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { KindIcon } from "../../nodes/kinds";
import { useEditor, useMayEdit } from "../context";
import { type Dependency, type Draft, dependencyOf, edgeId, titleOf } from "../model";
import { Combobox } from "./Combobox";
import { CasePicker, caseNames } from "./Depends";
import { Frame } from "./Frame";
import { FormPartsContext } from "./form";
import { FieldGroup } from "./Groups";
import { InspectorHead } from "./InspectorHead";
import { useAct } from "./useAct";
import { useCandidates } from "./useCandidates";

export interface Edge {
  source: string;
  target: string;
  case: string | null;
}

/** Told around a change of an edge's ends; `end` gets the new ones, null when it stays. */
interface Moves {
  begin(): void;
  end(edge: Edge | null): void;
}

/** The edge of an id; null when it is gone. Ids are free text to a reader, so it is looked for, not taken apart. */
export function edgeOf(draft: Draft, id: string): Edge | null {
  for (const [target, node] of draft.nodes) {
    for (const one of node.depends_on ?? []) {
      const { node: source, case: label } = dependencyOf(one);
      if (edgeId(source, target, label) === id) return { source, target, case: label };
    }
  }
  return null;
}

const NONE: readonly Dependency[] = [];

function End({ id, label }: { id: string; label: string }) {
  const node = useEditor((state) => state.draft.nodes.get(id));
  const inspect = useEditor((state) => state.inspect);
  return (
    <Frame path={label} label={label} group problems={[]}>
      <div className="name-row">
        <KindIcon kind={node?.kind ?? ""} size={13} />
        <button type="button" className="link-button truncate" onClick={() => inspect(id)}>
          <bdi>{node ? titleOf(node) : id}</bdi>
        </button>
      </div>
    </Frame>
  );
}

/** Another source for the edge; its place among the target's edges stays. */
function Reroute({ edge, moves }: { edge: Edge; moves: Moves }) {
  const draft = useEditor((state) => state.draft);
  const { refusal, send } = useAct();
  const [text, setText] = useState("");
  const [visits, setVisits] = useState(0);
  const needs = draft.nodes.get(edge.target)?.depends_on ?? NONE;
  const { options, note } = useCandidates(edge.target, "target", visits, needs);
  const move = async (wanted: string) => {
    setText("");
    const chosen = options.find((option) => option.value === wanted || option.label === wanted);
    if (!chosen) return;
    const [label] = caseNames(draft.nodes.get(chosen.value)) ?? [];
    const ends = { node_id: edge.target, old_dep: edge.source, new_dep: chosen.value };
    const moved = { ...edge, source: chosen.value, case: label ?? null };
    moves.begin();
    const done = await send([{ op: "reroute_edge", ...ends, old_case: edge.case, new_case: moved.case }]);
    moves.end(done ? moved : null);
  };
  return (
    <Frame path="reroute" label="Let it come from" refusal={refusal} problems={[]}>
      <Combobox
        placeholder="Another node…"
        text={text}
        options={options.filter((option) => option.value !== edge.source)}
        nothing={note ?? "There is no other node beside it."}
        onText={setText}
        onPick={(value) => void move(value)}
        onFocus={() => setVisits((count) => count + 1)}
      />
    </Frame>
  );
}

function Case({ edge, moves }: { edge: Edge; moves: Moves }) {
  const source = useEditor((state) => state.draft.nodes.get(edge.source));
  const mayEdit = useMayEdit();
  const { refusal, send } = useAct();
  const names = caseNames(source);
  if (names === null && edge.case === null) return null;
  const relabel = async (name: string | null) => {
    const ends = { node_id: edge.target, old_dep: edge.source, new_dep: edge.source };
    moves.begin();
    const done = await send([{ op: "reroute_edge", ...ends, old_case: edge.case, new_case: name }]);
    moves.end(done ? { ...edge, case: name } : null);
  };
  return (
    <Frame path="case" label="Case" refusal={refusal} group problems={[]}>
      {mayEdit ? (
        <CasePicker
          source={source ? titleOf(source) : edge.source}
          current={edge.case}
          names={names ?? []}
          onChange={(name) => void relabel(name)}
        />
      ) : (
        <p className="read-value">
          <bdi>{edge.case ?? "No case"}</bdi>
        </p>
      )}
    </Frame>
  );
}

/** One edge: where it comes from, where it goes, and which case it stands for. */
export function EdgeForm({ id }: { id: string }) {
  const draft = useEditor((state) => state.draft);
  const selectEdge = useEditor((state) => state.selectEdge);
  const inspect = useEditor((state) => state.inspect);
  const mayEdit = useMayEdit();
  const { refusal, send } = useAct();
  // While an edge is on its way to other ends it is neither here nor there.
  const shown = useRef<Edge | null>(null);
  const [moving, setMoving] = useState(false);
  const edge = edgeOf(draft, id) ?? (moving ? shown.current : null);
  shown.current = edge;
  if (!edge) {
    return (
      <div className="inspector-inner">
        <InspectorHead icon={<ArrowRight size={16} aria-hidden="true" />} title="Edge" />
        <p className="empty">This edge is gone.</p>
      </div>
    );
  }
  const moves: Moves = {
    begin: () => setMoving(true),
    end: (to) => {
      if (to) selectEdge(edgeId(to.source, to.target, to.case));
      setMoving(false);
    },
  };
  const remove = async () => {
    const { source: dep, target, case: label } = edge;
    const done = await send([
      { op: "remove_edge", node_id: target, dep, ...(label !== null && { case: label }) },
    ]);
    if (done) inspect(target);
  };
  const title = [edge.source, edge.target].map((one) => {
    const node = draft.nodes.get(one);
    return node ? titleOf(node) : one;
  });
  return (
    <FormPartsContext.Provider value={{ node: edge.target, mayEdit, catalog: null, problems: new Map() }}>
      <div className="inspector-inner">
        <InspectorHead icon={<ArrowRight size={16} aria-hidden="true" />} title={title.join(" → ")} />
        <div className="inspector-body">
          <FieldGroup title="The edge">
            <End id={edge.source} label="From" />
            <End id={edge.target} label="To" />
            <Case edge={edge} moves={moves} />
            {mayEdit && <Reroute edge={edge} moves={moves} />}
            {refusal && (
              <p className="field-error" role="alert">
                {refusal}
              </p>
            )}
            {mayEdit && (
              <div className="field">
                <div>
                  <button type="button" className="btn btn-small" onClick={() => void remove()}>
                    <Trash2 aria-hidden="true" />
                    Remove this edge
                  </button>
                </div>
              </div>
            )}
          </FieldGroup>
        </div>
      </div>
    </FormPartsContext.Provider>
  );
}
