import { FlaskConical, GitCommitHorizontal, Play } from "lucide-react";
import { standing } from "./changes/standing";
import { useEditor } from "./context";
import { GraphName } from "./GraphName";
import { HeaderMenu } from "./HeaderMenu";
import { PeopleBar } from "./PeopleBar";
import { SavingState } from "./SavingState";
import { draftWords } from "./stateWords";
import { ui } from "./ui";

/** Try while there is something new; what is published is run. */
function Verbs({ unpublished }: { unpublished: boolean }) {
  const may = useEditor((state) => state.may);
  const archived = useEditor((state) => state.archived);
  const latest = useEditor((state) => state.latestRevision);
  if (archived) return null;
  const tries = unpublished || latest === null;
  return (
    <>
      {may.start && (
        <button
          type="button"
          className={tries ? "btn btn-primary" : "btn wide-only"}
          title="Run the draft as it is, as a test"
          onClick={() => ui.ask({ kind: "try" })}
        >
          <FlaskConical aria-hidden="true" />
          Try
        </button>
      )}
      {may.publish && (
        <button
          type="button"
          className="btn wide-only"
          title="Make the draft the next revision"
          onClick={() => ui.ask({ kind: "publish" })}
        >
          <GitCommitHorizontal aria-hidden="true" />
          Publish
        </button>
      )}
      {may.start && latest !== null && (
        <button
          type="button"
          className={tries ? "btn wide-only" : "btn btn-primary"}
          title={`Run revision ${latest}`}
          onClick={() => ui.ask({ kind: "run" })}
        >
          <Play aria-hidden="true" />
          Run
        </button>
      )}
    </>
  );
}

export function EditorHeader() {
  const base = useEditor((state) => state.baseRevision);
  const latest = useEditor((state) => state.latestRevision);
  const unpublished = useEditor((state) => standing(state.changes).length);
  return (
    <header className="editor-head">
      <div className="editor-title">
        <GraphName />
        <p>
          <span className="truncate" data-testid="draft-state">
            {draftWords(base, latest, unpublished)}
          </span>
          <SavingState />
        </p>
      </div>
      <span className="grow" />
      <PeopleBar />
      <div className="verbs">
        <Verbs unpublished={unpublished > 0} />
        <HeaderMenu />
      </div>
    </header>
  );
}
