import { CircleX, Users } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { toJsonText } from "../../api/exact";
import type { DraftProblem } from "../../api/types";
import { useProblemsAt } from "./form";
import { ProblemLine } from "./Problems";
import type { FieldVisit, Theirs } from "./visit";

/** What a control must know of the frame around it. */
export interface Framed {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FrameContext = createContext<Framed | null>(null);

export function useFrame(): Framed {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("A control stands in no frame.");
  return frame;
}

/** What a control takes from its frame, as attributes. */
export function useFrameAttributes() {
  const { id, describedBy, invalid } = useFrame();
  return { id, "aria-describedby": describedBy, "aria-invalid": invalid || undefined };
}

interface Visited {
  visit: Pick<FieldVisit<unknown>, "keepMine" | "takeTheirs">;
  refusal: string | null;
  theirs: Theirs | null;
}

interface Props {
  path: string;
  label: ReactNode;
  /** The label is for those who cannot see that the place says it. */
  quietLabel?: boolean;
  help?: ReactNode;
  /** The control says as much itself: the help is for those who hear it. */
  quietHelp?: boolean;
  /** Beside the label: a button, a unit. */
  aside?: ReactNode;
  /** Several controls under one label. */
  group?: boolean;
  visiting?: Visited;
  /** A refusal of what is not typed. */
  refusal?: string | null;
  /** Instead of what the draft says is wrong here: the control knows better what is typed now. */
  problems?: DraftProblem[];
  children: ReactNode;
}

const short = (value: unknown): string => {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? value : toJsonText(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

function Conflict({ id, theirs, visit }: { id: string; theirs: Theirs; visit: Visited["visit"] }) {
  return (
    <div className="conflict" id={id} role="alert">
      <Users aria-hidden="true" />
      <div>
        <p>
          <b>
            <bdi>{theirs.who}</bdi>
          </b>{" "}
          {theirs.replaced
            ? "changed this a moment before you; yours replaced it. Theirs was:"
            : "changed this while you were typing, to:"}
        </p>
        <blockquote className="mono">
          <bdi>{short(theirs.value)}</bdi>
        </blockquote>
        <div className="row">
          <button type="button" className="btn btn-small" onClick={() => visit.takeTheirs()}>
            Take theirs
          </button>
          <button type="button" className="btn btn-small" onClick={() => visit.keepMine()}>
            Keep mine
          </button>
        </div>
      </div>
    </div>
  );
}

/** A field: its label, its help, what is wrong with it, and who else was here. */
export function Frame(props: Props) {
  const { path, label, quietLabel, help, quietHelp, aside, group, visiting, children } = props;
  const id = useId();
  const found = useProblemsAt(path);
  const problems = props.problems ?? found;
  const refusal = visiting?.refusal ?? props.refusal ?? null;
  const theirs = visiting?.theirs ?? null;
  const invalid = refusal !== null || problems.some((one) => one.level !== "environment");
  const parts = {
    help: help ? `${id}-help` : null,
    wrong: refusal !== null || problems.length > 0 ? `${id}-wrong` : null,
    theirs: theirs ? `${id}-theirs` : null,
  };
  const describedBy = Object.values(parts).filter(Boolean).join(" ") || undefined;
  const framed = { id, labelId: `${id}-label`, describedBy, invalid };
  const labelClass = quietLabel ? "visually-hidden" : "field-label";
  const caption = group ? (
    <span className={labelClass} id={framed.labelId}>
      {label}
    </span>
  ) : (
    // An editor of code is no control that a label would know.
    <label
      className={labelClass}
      id={framed.labelId}
      htmlFor={id}
      onPointerUp={() => document.getElementById(id)?.focus()}
    >
      {label}
    </label>
  );
  return (
    <FrameContext.Provider value={framed}>
      <div
        className="field"
        data-field={path}
        {...(group && {
          role: "group",
          "aria-labelledby": framed.labelId,
          "aria-describedby": describedBy,
        })}
      >
        {aside ? (
          <div className="field-top">
            {caption}
            {aside}
          </div>
        ) : (
          caption
        )}
        {help && (
          <p className={quietHelp ? "visually-hidden" : "field-help"} id={parts.help ?? undefined}>
            {help}
          </p>
        )}
        {children}
        {parts.wrong && (
          <div className="findings" id={parts.wrong}>
            {refusal !== null && (
              <div className="finding" role="alert">
                <CircleX aria-hidden="true" />
                <div>
                  <span className="finding-level">Not stored</span> <bdi>{refusal}</bdi>
                </div>
              </div>
            )}
            {problems.map((problem) => (
              <ProblemLine key={`${problem.code} ${problem.path} ${problem.message}`} problem={problem} />
            ))}
          </div>
        )}
        {theirs && visiting && (
          <Conflict id={parts.theirs as string} theirs={theirs} visit={visiting.visit} />
        )}
      </div>
    </FrameContext.Provider>
  );
}
