import { FlaskConical, TriangleAlert } from "lucide-react";
import { useCallback, useState } from "react";
import { asksNothing, emptyAnswer } from "../../forms/prepare";
import { InputForm } from "../../run/InputForm";
import { Dialog } from "../../ui/Dialog";
import { useEditor, useEditorParts } from "../context";
import { titleOf } from "../model";
import { ui } from "../ui";
import { Blocking } from "./Blocking";
import { Refusal } from "./Refusal";
import { checkValue, useTestStart } from "./startTest";

/** A test is a real run: nobody should be surprised by what it does. */
export function RealTools({ what }: { what: string }) {
  return (
    <p className="banner banner-warning">
      <TriangleAlert aria-hidden="true" />
      <span>
        <b>Tools really run.</b> {what} Gates wait for a person as in any run.
      </span>
    </p>
  );
}

interface ActionsProps {
  busy: boolean;
  /** Nothing that is known keeps it from starting. */
  ready: boolean;
  /** Given where there is no form around the button. */
  onStart?: (() => void) | undefined;
}

export function TestActions({ busy, ready, onStart }: ActionsProps) {
  const stored = useEditor((state) => state.saving === "stored");
  return (
    <div className="dialog-actions">
      <button type="button" className="btn" onClick={ui.close}>
        Not now
      </button>
      <button
        type={onStart ? "button" : "submit"}
        className="btn btn-primary"
        disabled={busy || !ready}
        onClick={onStart}
      >
        <FlaskConical aria-hidden="true" />
        {!busy ? "Start the test" : stored ? "Starting" : "Storing your last change"}
      </button>
    </div>
  );
}

/** With one node selected: it alone, or all. */
export function Extent({ node }: { node: string | null }) {
  const selected = useEditor((state) => (state.selection.size === 1 ? [...state.selection][0] : undefined));
  const one = node ?? selected;
  const json = useEditor((state) => (one === undefined ? undefined : state.draft.nodes.get(one)));
  if (!json) return null;
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">What to try</legend>
      <button type="button" aria-pressed={node === null} onClick={() => ui.ask({ kind: "try" })}>
        The whole draft
      </button>
      <button
        type="button"
        className="truncate"
        aria-pressed={node !== null}
        onClick={() => ui.ask({ kind: "try-node", node: json.id })}
      >
        <span className="truncate">
          Only <bdi>{titleOf(json)}</bdi>
        </span>
      </button>
    </fieldset>
  );
}

/** Runs the draft as it stands, marked as a test. */
export function Try() {
  const { store } = useEditorParts();
  const { busy, refusal, start } = useTestStart(null);
  // A form must not change under the fingers of whoever fills it in.
  const [schema] = useState(() => store.getState().draft.graph.input_schema);
  const runnable = useEditor((state) => state.problems.runnable);
  const version = useEditor((state) => state.draft.version);
  const check = useCallback((value: unknown) => checkValue(schema, value), [schema]);
  // Without a schema anything will do, so there is something to write.
  const formless = schema !== undefined && asksNothing(schema);
  const end = (
    <>
      <Refusal text={refusal?.text ?? null} lines={refusal?.lines} />
      <TestActions
        busy={busy}
        ready={runnable}
        onStart={formless ? () => void start(emptyAnswer(schema) ?? {}) : undefined}
      />
    </>
  );
  return (
    <Dialog title="Try the draft" size="wide" onClose={ui.close}>
      <Extent node={null} />
      <p>
        Runs the draft as it is now, version {version}, without publishing it. The run is marked as a test.
      </p>
      <RealTools what="What they send, write or pay is sent, written and paid." />
      <Blocking purpose="run" />
      {formless ? (
        <div className="stack">{end}</div>
      ) : (
        <InputForm schema={schema} disabled={busy} check={check} submit={start}>
          {end}
        </InputForm>
      )}
    </Dialog>
  );
}
