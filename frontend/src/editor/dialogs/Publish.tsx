import { Eye, GitCommitHorizontal, TriangleAlert, UsersRound } from "lucide-react";
import { useId, useState } from "react";
import { urls } from "../../api/urls";
import { Dialog } from "../../ui/Dialog";
import { isolated } from "../../ui/visible";
import { ChangeItem } from "../changes/ChangeItem";
import { authorsOf } from "../changes/standing";
import { useEditor } from "../context";
import { counted } from "../stateWords";
import { ui } from "../ui";
import { Blocking } from "./Blocking";
import { splitAt } from "./publishing";
import { Refusal } from "./Refusal";
import { usePublish } from "./usePublish";

const LONGEST = 500;

/** “By you, Ada (2) and Bob (1)”: whoever else's work goes out with it. */
function Authors({ authors, me }: { authors: { name: string; count: number }[]; me: string }) {
  const others = authors.filter((author) => author.name !== me);
  if (others.length === 0) return null;
  const names = isolated(others.map((author) => author.name));
  return (
    <p className="authors">
      <UsersRound size={14} aria-hidden="true" />
      <span>
        With{" "}
        {counted(
          others.reduce((sum, one) => sum + one.count, 0),
          "change",
        )}{" "}
        by {names.join(", ")}.
      </span>
    </p>
  );
}

/** A revision came in from outside while the draft had changes of its own. */
function Outdated() {
  const slug = useEditor((state) => state.slug);
  const base = useEditor((state) => state.baseRevision);
  const latest = useEditor((state) => state.latestRevision);
  if (latest === null || latest === base) return null;
  return (
    <p className="banner banner-warning">
      <TriangleAlert aria-hidden="true" />
      <span>
        Revision {latest} is newer than what this draft came from. What is new in it is not in the draft.{" "}
        <a href={urls.comparePage(slug, String(latest), "draft")}>Compare the two</a>
      </span>
    </p>
  );
}

export function Publish() {
  const { busy, refusal, seen, look, publish } = usePublish();
  const changes = useEditor((state) => state.changes);
  const me = useEditor((state) => state.me.name);
  const base = useEditor((state) => state.baseRevision);
  const latest = useEditor((state) => state.latestRevision);
  const runnable = useEditor((state) => state.problems.runnable);
  const [message, setMessage] = useState("");
  const id = useId();
  const { shown, since } = splitAt(changes, seen ?? Number.POSITIVE_INFINITY);
  const nothing = latest !== null && latest === base && shown.length === 0 && since.length === 0;
  return (
    <Dialog title={`Publish revision ${(latest ?? 0) + 1}`} size="wide" onClose={ui.close}>
      {nothing && <p>There is nothing to publish: the draft is the same as revision {latest}.</p>}
      <Blocking purpose="published" />
      <Outdated />
      {shown.length > 0 && (
        <section className="stack tight" aria-labelledby={`${id}-changes`}>
          <h3 id={`${id}-changes`}>
            {latest === null ? "What was done so far" : `What is new since revision ${latest}`}
          </h3>
          <Authors authors={authorsOf(shown)} me={me} />
          <section className="change-box" tabIndex={0} aria-label="Changes to publish">
            <ol className="change-list">
              {shown.toReversed().map((change) => (
                <ChangeItem key={change.version} change={change} />
              ))}
            </ol>
          </section>
        </section>
      )}
      {since.length > 0 && (
        <div className="banner banner-warning since" role="alert">
          <UsersRound aria-hidden="true" />
          <div>
            <p>
              <b>The draft was changed while you looked.</b> Nothing is published yet; look at what came
              first.
            </p>
            <ol className="change-list">
              {since.toReversed().map((change) => (
                <ChangeItem key={change.version} change={change} fresh />
              ))}
            </ol>
          </div>
        </div>
      )}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (since.length > 0) look();
          else void publish(message.trim());
        }}
      >
        {!nothing && (
          <div className="field">
            <label className="field-label" htmlFor={`${id}-message`}>
              Message <small>optional: what changes for those who run it</small>
            </label>
            <textarea
              id={`${id}-message`}
              className="textarea"
              data-first
              rows={2}
              dir="auto"
              maxLength={LONGEST}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </div>
        )}
        <Refusal text={refusal} />
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={ui.close}>
            {nothing ? "Close" : "Not now"}
          </button>
          {!nothing && (
            <button
              type="submit"
              className="btn btn-primary"
              disabled={busy || seen === null || (!runnable && since.length === 0)}
            >
              {since.length > 0 ? <Eye aria-hidden="true" /> : <GitCommitHorizontal aria-hidden="true" />}
              {since.length > 0
                ? `I have seen ${since.length === 1 ? "it" : "them"}`
                : busy
                  ? "Publishing"
                  : seen === null
                    ? "Storing your last change"
                    : "Publish"}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
