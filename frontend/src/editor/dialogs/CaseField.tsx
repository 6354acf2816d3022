import { caseAdded } from "../canvas/edges";
import type { GraphDiff } from "../context";
import type { Draft, NodeJson } from "../model";

/** The case that an edge follows: one that the branch has, or one that it gets. */
export interface CaseChoice {
  name: string;
  isNew: boolean;
}

export function casesOf(node: NodeJson): string[] {
  return ((node.cases as { name: string }[] | undefined) ?? []).map((one) => one.name);
}

/** The first case that is not among those taken; a new one, without a name yet, where there is none. */
export function firstCase(branch: NodeJson, taken: readonly (string | null)[]): CaseChoice {
  const free = casesOf(branch).find((name) => !taken.includes(name));
  return free === undefined ? { name: "", isNew: true } : { name: free, isNew: false };
}

/** What gives the branch its new case, ahead of the edge that follows it. */
export function caseDiffs(draft: Draft, branch: string, choice: CaseChoice | null): GraphDiff[] {
  return choice?.isNew ? [caseAdded(draft, branch, choice.name.trim())] : [];
}

interface Props {
  branch: NodeJson;
  /** The cases that lead to the node already. */
  taken: readonly (string | null)[];
  choice: CaseChoice;
  onChange(choice: CaseChoice): void;
}

export function CaseField({ branch, taken, choice, onChange }: Props) {
  return (
    <>
      <label className="field">
        <span className="field-label">Case</span>
        <select
          className="select"
          value={choice.isNew ? "new" : `case ${choice.name}`}
          onChange={({ target: { value } }) =>
            onChange(value === "new" ? { name: "", isNew: true } : { name: value.slice(5), isNew: false })
          }
        >
          {casesOf(branch).map((name) => (
            <option key={name} value={`case ${name}`} disabled={taken.includes(name)}>
              {name}
              {taken.includes(name) && " (leads there already)"}
            </option>
          ))}
          <option value="new">A new case …</option>
        </select>
      </label>
      {choice.isNew && (
        <label className="field">
          <span className="field-label">Name of the new case</span>
          <input
            className="input"
            dir="auto"
            required
            maxLength={200}
            value={choice.name}
            onChange={(event) => onChange({ name: event.target.value, isNew: true })}
          />
        </label>
      )}
    </>
  );
}
