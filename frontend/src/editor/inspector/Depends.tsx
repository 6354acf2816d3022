import { ArrowRight, X } from "lucide-react";
import { useRef, useState } from "react";
import { KindIcon } from "../../nodes/kinds";
import { useEditor, useEditorParts } from "../context";
import { type Dependency, type Draft, dependencyOf, edgeId, type NodeJson, titleOf } from "../model";
import { Combobox } from "./Combobox";
import { useFields } from "./desk";
import { Frame } from "./Frame";
import { useFormParts, useProblemsAt } from "./form";
import { ProblemLine } from "./Problems";
import type { Place } from "./places";
import { useAct } from "./useAct";
import { useCandidates } from "./useCandidates";

/** The names of a branch's cases; null for any other node. */
export function caseNames(node: NodeJson | undefined): string[] | null {
  if (node?.kind !== "branch") return null;
  return Array.isArray(node.cases) ? node.cases.map((one) => String(one?.name ?? "")) : [];
}

/** The case for a new edge: the first that leads nowhere yet. */
function firstFreeCase(draft: Draft, source: string): string | undefined {
  const names = caseNames(draft.nodes.get(source));
  if (!names) return undefined;
  const taken = new Set<string | null>();
  for (const id of draft.levels.get(draft.home.get(source) ?? null) ?? []) {
    for (const one of draft.nodes.get(id)?.depends_on ?? []) {
      const edge = dependencyOf(one);
      if (edge.node === source) taken.add(edge.case);
    }
  }
  return names.find((name) => !taken.has(name)) ?? names[0];
}

interface CasePickerProps {
  source: string;
  current: string | null;
  names: string[];
  onChange(name: string | null): void;
}

/** Which case of a branch an edge stands for. */
export function CasePicker({ source, current, names, onChange }: CasePickerProps) {
  return (
    <select
      className="select select-small"
      aria-label={`The case of ${source}`}
      value={current ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
    >
      {(current === null || names.length === 0) && <option value="">No case</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      {current !== null && !names.includes(current) && <option value={current}>{current} (gone)</option>}
    </select>
  );
}

function DependencyRow({ at, dependency, onGone }: { at: number; dependency: Dependency; onGone(): void }) {
  const { node: id, mayEdit } = useFormParts();
  const draft = useEditor((state) => state.draft);
  const inspect = useEditor((state) => state.inspect);
  const problems = useProblemsAt(`depends_on[${at}]`);
  const { refusal, send } = useAct();
  const { node: source, case: label } = dependencyOf(dependency);
  const from = draft.nodes.get(source);
  const title = from ? titleOf(from) : source;
  const names = caseNames(from) ?? (label === null ? null : []);
  const relabel = (name: string | null) =>
    void send([
      { op: "reroute_edge", node_id: id, old_dep: source, new_dep: source, old_case: label, new_case: name },
    ]);
  const remove = async () => {
    if (await send([{ op: "remove_edge", node_id: id, dep: source, ...(label !== null && { case: label }) }]))
      onGone();
  };
  return (
    <li data-field={`depends_on[${at}]`}>
      <div className="name-row">
        <KindIcon kind={from?.kind ?? ""} size={13} />
        <button type="button" className="link-button truncate" title={title} onClick={() => inspect(source)}>
          <bdi>{title}</bdi>
        </button>
        {names && mayEdit && <CasePicker source={title} current={label} names={names} onChange={relabel} />}
        {label !== null && !mayEdit && <span className="aside">case {label}</span>}
        {mayEdit && (
          <button
            type="button"
            className="btn btn-quiet btn-small btn-icon"
            aria-label={`Stop needing ${title}`}
            onClick={() => void remove()}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
      {refusal && <p className="field-error">{refusal}</p>}
      {problems.map((problem) => (
        <ProblemLine key={problem.message} problem={problem} />
      ))}
    </li>
  );
}

function AddDependency({ id, needs }: { id: string; needs: readonly Dependency[] }) {
  const editor = useEditorParts();
  const { refusal, send } = useAct();
  const [text, setText] = useState("");
  const [visits, setVisits] = useState(0);
  const { options, note } = useCandidates(id, "target", visits, needs);
  const add = async (source: string) => {
    setText("");
    const chosen = options.find((option) => option.value === source || option.label === source);
    if (!chosen) return;
    const name = firstFreeCase(editor.store.getState().draft, chosen.value);
    await send([
      { op: "add_edge", node_id: id, dep: chosen.value, ...(name !== undefined && { case: name }) },
    ]);
  };
  return (
    <>
      <Combobox
        label="Add a node that it needs"
        placeholder="Add a node…"
        text={text}
        options={options}
        nothing={note ?? "There is no other node beside it."}
        onText={setText}
        onPick={(value) => void add(value)}
        onFocus={() => setVisits((count) => count + 1)}
      />
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}

/** What a node needs, and what needs it. */
export function Depends({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { node: id, mayEdit } = useFormParts();
  const needs = (useFields(id).depends_on ?? []) as Dependency[];
  const box = useRef<HTMLDivElement>(null);
  const draft = useEditor((state) => state.draft);
  const inspect = useEditor((state) => state.inspect);
  if (id === null) return null;
  const beside = draft.levels.get(draft.home.get(id) ?? null) ?? [];
  const followers = beside.filter((one) =>
    (draft.nodes.get(one)?.depends_on ?? []).some((edge) => dependencyOf(edge).node === id),
  );
  return (
    <Frame path={place.path} label={label} help={help} group>
      <div className="stack-tight" ref={box}>
        {needs.length > 0 ? (
          <ul className="name-list">
            {needs.map((one, at) => {
              const { node: source, case: name } = dependencyOf(one);
              return (
                <DependencyRow
                  key={edgeId(source, id, name)}
                  at={at}
                  dependency={one}
                  onGone={() => box.current?.querySelector<HTMLElement>("input")?.focus()}
                />
              );
            })}
          </ul>
        ) : (
          <p className="field-help">Nothing: it can start at once.</p>
        )}
        {mayEdit && <AddDependency id={id} needs={needs} />}
        {followers.length > 0 && (
          <p className="followers">
            <ArrowRight aria-hidden="true" /> Needed by{" "}
            {followers.map((one, at) => (
              <span key={one}>
                {at > 0 && ", "}
                <button type="button" className="link-button" onClick={() => inspect(one)}>
                  <bdi>{titleOf(draft.nodes.get(one) as NodeJson)}</bdi>
                </button>
              </span>
            ))}
          </p>
        )}
      </div>
    </Frame>
  );
}
