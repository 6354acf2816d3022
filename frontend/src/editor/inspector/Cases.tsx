import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useMemo, useRef } from "react";
import { ExpressionControl } from "../expression/ExpressionControl";
import { followCase } from "./caseEdges";
import { TextControl } from "./controls";
import { useDesk, useFields } from "./desk";
import { Frame } from "./Frame";
import { useFormParts, useProblemsAt } from "./form";
import { ProblemLine } from "./Problems";
import { type Fields, innerPlace, type Place, type ReadFields } from "./places";
import { placeOf, useRows } from "./rows";
import { isObject } from "./schema";
import { type Acting, useAct } from "./useAct";

interface Case {
  name: string;
  when: { kind: string; value?: string };
}

const casesIn = (fields: Fields): Case[] => {
  const list = Array.isArray(fields.cases) ? fields.cases : [];
  return list.filter((one): one is Case => isObject(one) && isObject(one.when));
};

const namesIn = (fields: Fields) => casesIn(fields).map((one) => one.name);

interface RowProps {
  at: number;
  count: number;
  one: Case;
  placeIn(names: readonly string[]): number;
  act: Acting;
  onMove(step: 1 | -1): void;
  onRemove(): void;
}

function Buttons({ at, count, one, onMove, onRemove }: RowProps) {
  return (
    <div className="case-buttons">
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon"
        aria-label={`Move the case ${one.name} up`}
        aria-disabled={at === 0}
        onClick={() => at > 0 && onMove(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon"
        aria-label={`Move the case ${one.name} down`}
        aria-disabled={at === count - 1}
        onClick={() => at < count - 1 && onMove(1)}
      >
        <ArrowDown aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon"
        aria-label={`Remove the case ${one.name}`}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

function CaseRow(props: RowProps) {
  const { at, one, placeIn } = props;
  const { node, mayEdit } = useFormParts();
  const desk = useDesk();
  const problems = useProblemsAt(`cases[${at}]`);
  const places = useMemo(() => {
    const inside = (path: string, ...steps: string[]): Place =>
      innerPlace(node, path, (fields) => {
        const now = placeIn(namesIn(fields));
        return now < 0 ? null : ["cases", now, ...steps];
      });
    const name = inside(`cases[${at}].name`, "name");
    return {
      name: {
        ...name,
        follow: (before: unknown, after: unknown, read: ReadFields) => {
          if (node === null) return [];
          const { draft } = desk.editor.store.getState();
          const others = namesIn(read(node)).filter((_, place, all) => place !== placeIn(all));
          return followCase(
            node,
            draft.levels.get(draft.home.get(node) ?? null) ?? [],
            [before, after],
            others,
            read,
          );
        },
      },
      value: inside(`cases[${at}].when.value`, "when", "value"),
    };
  }, [node, at, placeIn, desk]);
  return (
    <li className="case" data-field={`cases[${at}]`}>
      <div className="case-head">
        <TextControl place={places.name} label={`Case ${at + 1}`} kept atTheEnd />
        {mayEdit && <Buttons {...props} />}
      </div>
      {one.when.kind === "expression" && (
        <ExpressionControl place={places.value} label={`Taken when, case ${at + 1}`} quietLabel />
      )}
      {problems.map((problem) => (
        <ProblemLine key={problem.message} problem={problem} />
      ))}
    </li>
  );
}

function freeName(names: readonly string[]): string {
  for (let number = names.length + 1; ; number += 1) {
    if (!names.includes(`case ${number}`)) return `case ${number}`;
  }
}

const DECISIONS = { expression: "By expressions, the first that is true", model_decision: "A model decides" };

/** Who decides: all cases have the same kind of condition. */
function Decision({ cases, set }: { cases: Case[]; set: Acting["set"] }) {
  const { mayEdit } = useFormParts();
  const kinds = new Set(cases.map((one) => one.when.kind));
  if (cases.length === 0) return null;
  const kind = kinds.size > 1 ? "" : ([...kinds][0] as string);
  if (!mayEdit) {
    return <p className="read-value">{DECISIONS[kind as keyof typeof DECISIONS] ?? "Mixed"}</p>;
  }
  const choose = (next: string) => {
    const when = (one: Case) =>
      next === "expression" ? { kind: next, value: one.when.value ?? "true" } : { kind: next };
    void set((now) => ({ cases: casesIn(now).map((one) => ({ ...one, when: when(one) })) }));
  };
  return (
    <select
      className="select"
      aria-label="How a case is chosen"
      value={kind}
      onChange={(event) => choose(event.target.value)}
    >
      {kind === "" && <option value="">Mixed</option>}
      {Object.entries(DECISIONS).map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  );
}

/** The cases of a branch, in the order in which they are tried. */
export function Cases({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { mayEdit } = useFormParts();
  const act = useAct();
  const fields = useFields(place.node);
  const cases = casesIn(fields);
  const { rows, placeIn } = useRows(cases.map((one) => one.name));
  const box = useRef<HTMLDivElement>(null);
  const change = (edit: (now: Case[]) => Case[]) =>
    void act.set((now) => {
      const next = edit([...casesIn(now)]);
      return { cases: next.length > 0 ? next : undefined };
    });
  // By the rows as they were when it was done: what is shown by the time it is sent has changed already.
  const find = (now: Case[], key: number) =>
    placeOf(
      rows,
      now.map((one) => one.name),
      key,
    );
  const move = (key: number, step: 1 | -1) =>
    change((now) => {
      const at = find(now, key);
      if (at >= 0 && now[at + step]) now.splice(at + step, 0, ...now.splice(at, 1));
      return now;
    });
  const remove = (key: number) => {
    change((now) => now.filter((_, place) => place !== find(now, key)));
    box.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  };
  const add = () =>
    change((now) => {
      const kind = now[0]?.when.kind ?? "expression";
      const when = kind === "expression" ? { kind, value: "true" } : { kind };
      return [...now, { name: freeName(now.map((one) => one.name)), when }];
    });
  return (
    <Frame path={place.path} label={label} help={help} group refusal={act.refusal}>
      <div className="stack-tight" ref={box}>
        <Decision cases={cases} set={act.set} />
        {cases.length > 0 && (
          <ol className="cases">
            {cases.map((one, at) => {
              const { key } = rows[at] ?? { key: -at };
              return (
                <CaseRow
                  key={key}
                  at={at}
                  count={cases.length}
                  one={one}
                  placeIn={(names) => placeIn(names, key)}
                  act={act}
                  onMove={(step) => move(key, step)}
                  onRemove={() => remove(key)}
                />
              );
            })}
          </ol>
        )}
        {mayEdit && (
          <>
            <div>
              <button type="button" className="btn btn-small" data-add onClick={add}>
                <Plus aria-hidden="true" />
                Add a case
              </button>
            </div>
            {cases.length > 0 && (
              <p className="field-help">The edges out of a case keep to it when its name changes.</p>
            )}
          </>
        )}
      </div>
    </Frame>
  );
}
