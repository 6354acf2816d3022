import { CircleAlert, CircleCheck } from "lucide-react";
import type { ImportedGraph } from "../api/types";
import { urls } from "../api/urls";
import { Dialog } from "../ui/Dialog";
import { visible } from "../ui/visible";
import type { Attempt } from "./requests";

interface Props {
  attempts: Attempt[];
  onClose(): void;
}

const SHOWN = 50;

function counted(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

function Lines({ lines, what }: { lines: { place?: string; text: string }[]; what: string }) {
  return (
    <ul className="import-lines">
      {lines.slice(0, SHOWN).map(({ place, text }) => (
        <li key={`${place} ${text}`} dir="auto">
          {place && <code className="mono">{visible(place)}: </code>}
          {visible(text)}
        </li>
      ))}
      {lines.length > SHOWN && <li className="muted">and {counted(lines.length - SHOWN, what)} more</li>}
    </ul>
  );
}

/** What keeps it from being published, so that nobody is surprised later. */
function Unready({ problems }: { problems: ImportedGraph["problems"] }) {
  if (problems.total === 0) return null;
  return (
    <p className="muted">
      {problems.runnable
        ? `It could be published now; ${counted(problems.total, "thing")} it names ${problems.total === 1 ? "is" : "are"} not registered here.`
        : `It has ${counted(problems.total, "problem")}; the editor lists them. Some keep it from being published.`}
    </p>
  );
}

function Result({ attempt }: { attempt: Attempt }) {
  if ("refusal" in attempt) {
    return (
      <section className="stack tight">
        <h3 className="import-head import-failed">
          <CircleAlert aria-hidden="true" />
          <span>
            {attempt.source ? <bdi>{attempt.source}</bdi> : "What was pasted"}: nothing was imported
          </span>
        </h3>
        <p dir="auto">{visible(attempt.refusal)}</p>
        <Lines
          lines={attempt.errors.map(({ path, message }) => ({ place: path, text: message }))}
          what="problem"
        />
      </section>
    );
  }
  const { name, slug, notes, problems } = attempt.graph;
  return (
    <section className="stack tight">
      <h3 className="import-head import-done">
        <CircleCheck aria-hidden="true" />
        <a href={urls.graphPage(slug)}>
          <bdi>{name}</bdi>
        </a>
      </h3>
      {notes.length > 0 && (
        <>
          <p>
            In the draft {counted(notes.length, "thing")} {notes.length === 1 ? "differs" : "differ"} from the
            file:
          </p>
          <Lines lines={notes.map((text) => ({ text }))} what="thing" />
        </>
      )}
      <Unready problems={problems} />
    </section>
  );
}

/** What became of each file. */
export function ImportResults({ attempts, onClose }: Props) {
  const done = attempts.flatMap((attempt) => ("graph" in attempt ? [attempt.graph] : []));
  const title =
    done.length === attempts.length ? "Imported" : done.length === 0 ? "Not imported" : "Imported in part";
  const only = done.length === 1 ? done[0] : undefined;
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <div className="import-results stack">
        {attempts.map((attempt, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes
          <Result key={at} attempt={attempt} />
        ))}
      </div>
      <div className="dialog-actions">
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
        {only && (
          <a className="btn btn-primary" href={urls.graphPage(only.slug)}>
            Open the graph
          </a>
        )}
      </div>
    </Dialog>
  );
}
