import { useQuery } from "@tanstack/react-query";
import { useCallback, useId, useState } from "react";
import { getJson } from "../../api/http";
import type { SampleValue, ScopeView } from "../../api/types";
import { urls } from "../../api/urls";
import { InputForm } from "../../run/InputForm";
import { Dialog } from "../../ui/Dialog";
import { visible } from "../../ui/visible";
import { useEditor, useEditorParts } from "../context";
import { titleOf } from "../model";
import { ui } from "../ui";
import { Refusal } from "./Refusal";
import { checkValue, useTestStart } from "./startTest";
import { Extent, RealTools, TestActions } from "./Try";

const TYPED = "typed";

interface SourceProps {
  samples: SampleValue[];
  source: string;
  onChange(source: string): void;
}

/** Where the input comes from: typed here, or what an earlier run gave this node. */
function Source({ samples, source, onChange }: SourceProps) {
  const id = useId();
  if (samples.length === 0) {
    return (
      <p className="muted">
        No run has reached this node yet, so there is no recorded input to take. Type what it is to work on.
      </p>
    );
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Start from
      </label>
      <select id={id} className="select" value={source} onChange={(event) => onChange(event.target.value)}>
        <option value={TYPED}>An empty form</option>
        {samples.map((sample, at) => (
          <option key={`${sample.run} ${sample.title}`} value={String(at)}>
            {visible(sample.title)}
          </option>
        ))}
      </select>
    </div>
  );
}

function useSamples(node: string): { samples: SampleValue[]; asked: boolean } {
  const slug = useEditor((state) => state.slug);
  const { data, isPending } = useQuery({
    queryKey: ["scope", slug, node, "samples"],
    queryFn: () => getJson<ScopeView>(urls.scope(slug, node)),
    staleTime: 0,
  });
  return { samples: data?.samples ?? [], asked: !isPending };
}

/** Runs one node by itself, on a value that one types or takes from an earlier run. */
export function TryNode({ node }: { node: string }) {
  const { store } = useEditorParts();
  const { busy, refusal, start } = useTestStart(node);
  const [json] = useState(() => store.getState().draft.nodes.get(node));
  const { samples, asked } = useSamples(node);
  const [chosen, setChosen] = useState<string | null>(null);
  const schema = json?.input_schema;
  const check = useCallback((value: unknown) => checkValue(schema, value), [schema]);
  // The latest recorded value is what one most often wants; typing is one choice away.
  const source = chosen ?? (samples.length > 0 ? "0" : TYPED);
  const value = source === TYPED ? undefined : samples[Number(source)]?.value;
  if (!json) return null;
  const end = (
    <>
      <Refusal text={refusal?.text ?? null} lines={refusal?.lines} />
      <TestActions busy={busy} ready />
    </>
  );
  return (
    <Dialog title="Try this node" size="wide" onClose={ui.close}>
      <Extent node={node} />
      <p>
        Runs <b dir="auto">{visible(titleOf(json))}</b> alone, as it is in the draft, on the value that you
        give it. What it needs is not run.
      </p>
      <RealTools what="What it sends, writes or pays is sent, written and paid." />
      {asked ? (
        <>
          <Source samples={samples} source={source} onChange={setChosen} />
          <InputForm key={source} schema={schema} value={value} disabled={busy} check={check} submit={start}>
            {end}
          </InputForm>
        </>
      ) : (
        <div className="skeleton" style={{ height: 140 }} />
      )}
    </Dialog>
  );
}
