import { CircleAlert, Play } from "lucide-react";
import { useState } from "react";
import { ApiProblem, explain, postJson } from "../api/http";
import type { GraphDetail, RunStartRequest, RunView, Violation } from "../api/types";
import { urls } from "../api/urls";
import { asksNothing, emptyAnswer } from "../forms/prepare";
import { InputForm } from "./InputForm";

interface Props {
  graph: GraphDetail;
  onClose(): void;
}

/** Asks for a run's input and starts it; the page then becomes the run's. */
export function StartForm({ graph, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = async (input: unknown): Promise<Violation[]> => {
    setBusy(true);
    setRefusal(null);
    try {
      const body: RunStartRequest = {
        graph: graph.slug,
        revision: graph.revision,
        draft: false,
        node: null,
        input,
        labels: {},
      };
      const run = await postJson<RunView>(urls.runs(), body);
      location.assign(urls.runPage(run.id));
      return [];
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiProblem && error.status === 422 && error.errors.length > 0) return error.errors;
      setRefusal(explain(error));
      return [];
    }
  };
  // Without a schema anything will do, so there is something to write.
  const formless = graph.input_schema !== null && asksNothing(graph.input_schema);
  const button = (
    <>
      {refusal && (
        <div className="banner banner-error" role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{refusal}</span>
        </div>
      )}
      <div className="dialog-actions">
        <button type="button" className="btn" onClick={onClose}>
          Not now
        </button>
        <button
          type={formless ? "button" : "submit"}
          className="btn btn-primary"
          disabled={busy}
          onClick={formless ? () => void start(emptyAnswer(graph.input_schema) ?? {}) : undefined}
        >
          <Play aria-hidden="true" />
          {busy ? "Starting" : "Start the run"}
        </button>
      </div>
    </>
  );
  if (formless) return <div className="stack">{button}</div>;
  return (
    <InputForm schema={graph.input_schema} disabled={busy} submit={start}>
      {button}
    </InputForm>
  );
}
