import { useEffect, useId, useRef } from "react";
import { visible } from "../../ui/visible";
import type { Removed } from "./useRemoved";

/** Takes the focus, so that what is typed on does not become keys of the editor. */
export function RemovedNote({ removed, onClose }: { removed: Removed; onClose(): void }) {
  const note = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => note.current?.focus(), []);
  return (
    <section className="inspector-body" ref={note} tabIndex={-1} aria-labelledby={id} data-keys-off="">
      <h2 id={id} dir="auto">
        {visible(removed.title)} is gone
      </h2>
      <p role="alert">
        <bdi>{removed.who}</bdi> removed this node while you were in it. What you wrote last is not in the
        draft; whoever removed the node can undo that.
      </p>
      {removed.text && (
        <label className="field">
          <span className="field-label">What stood in the field</span>
          <textarea className="textarea" rows={4} readOnly value={removed.text} />
        </label>
      )}
      <button type="button" className="btn" onClick={onClose}>
        Close
      </button>
    </section>
  );
}
