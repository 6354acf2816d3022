import { FlaskConical } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { DraftProblem } from "../../api/types";
import { lazily } from "../../ui/lazily";
import { useEditor } from "../context";
import { type Codec, optionalText, plainText } from "../inspector/codecs";
import type { ControlProps } from "../inspector/controls";
import { Frame } from "../inspector/Frame";
import { useFormParts, useProblemsAt } from "../inspector/form";
import { ReadValue } from "../inspector/ReadValue";
import { useVisit } from "../inspector/useVisit";
import { ExpressionLine } from "./ExpressionLine";
import { useScope } from "./useScope";
import { type Sample, useVerdict } from "./useVerdict";

const TryIt = lazily(() => import("./TryIt"));

type Props = ControlProps & { kept?: boolean };

/** What the server says of an expression itself, as against what it says of the field around it. */
const OF_EXPRESSIONS = new Set(["invalid_expression", "index_outside_body", "schema_lacks_path"]);

function Writing(props: Props) {
  const { place, label, help, quietLabel, empty, kept } = props;
  const { node } = useFormParts();
  const slug = useEditor((state) => state.slug);
  const codec: Codec<string> = kept ? plainText : optionalText;
  const visiting = useVisit(place, codec, { label });
  const { visit, value, typed, box } = visiting;
  const [trying, setTrying] = useState(false);
  const [sample, setSample] = useState<Sample | null>(null);
  const [visits, setVisits] = useState(0);
  const scope = useScope(node, place.path, visits);
  const names = useRef(scope);
  names.current = scope;
  const wanted = (typed || (trying && sample !== null)) && value !== "";
  const field = place.path;
  const answered = useVerdict(
    wanted ? { slug, node, field, text: value, sample: trying ? sample : null } : null,
  );
  const standing = useProblemsAt(field);
  const problems = typed && answered ? seenNow(answered.verdict?.error ?? null, standing) : standing;
  return (
    <Frame
      path={field}
      label={label}
      quietLabel={quietLabel}
      help={help}
      visiting={visiting as never}
      problems={problems}
    >
      <div className="expression-row">
        <ExpressionLine
          value={value}
          hint={empty ?? "An expression, like value.amount > 100.0"}
          onChange={(text) => visit.change(text)}
          onEnter={() => visit.submit()}
          onFocus={() => {
            setVisits((count) => count + 1);
            box.onFocus();
          }}
          onBlur={box.onBlur}
          names={() => names.current?.paths ?? []}
        />
        <button
          type="button"
          className="btn btn-quiet btn-icon"
          aria-label={`Try it: ${label}`}
          title="Try it on a value"
          aria-expanded={trying}
          onClick={() => {
            setTrying(!trying);
            setVisits((count) => count + 1);
          }}
        >
          <FlaskConical aria-hidden="true" />
        </button>
      </div>
      {trying && (
        <Suspense fallback={<div className="skeleton" style={{ height: 96 }} />}>
          <TryIt
            samples={scope?.samples ?? null}
            text={value}
            answered={answered?.text === value ? answered : null}
            onSample={setSample}
          />
        </Suspense>
      )}
    </Frame>
  );
}

/** What is wrong with the text as it is typed now, and what is wrong with the field whatever it says. */
function seenNow(error: string | null, standing: DraftProblem[]): DraftProblem[] {
  const others = standing.filter((one) => !OF_EXPRESSIONS.has(one.code));
  if (error === null) return others;
  const now: DraftProblem = {
    code: "invalid_expression",
    level: "runnable",
    node: null,
    path: "",
    field: "",
    message: error,
    suggestion: null,
  };
  return [now, ...others];
}

/** One expression: written with help, and judged by the server as it is typed. */
export function ExpressionControl(props: Props) {
  const { mayEdit } = useFormParts();
  if (mayEdit) return <Writing {...props} />;
  const { place, label, help, quietLabel, empty } = props;
  return (
    <Frame path={place.path} label={label} help={help} quietLabel={quietLabel} group>
      <ReadValue place={place} empty={empty} />
    </Frame>
  );
}
