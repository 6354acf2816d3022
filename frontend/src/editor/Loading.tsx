/** The page before its draft is there: the same parts in the same places, without anything to use. */
export function Loading({ name }: { name: string }) {
  return (
    <div className="editor" aria-busy="true">
      <div className="editor-head">
        <div className="editor-title">
          <h1 className="graph-name">
            <bdi className="truncate">{name}</bdi>
          </h1>
          <p>
            <span className="skeleton" style={{ width: 180, height: 12 }} />
          </p>
        </div>
        <p className="visually-hidden" role="status">
          Loading the graph
        </p>
      </div>
      <div className="stage">
        <div className="stage-bar" />
        <div className="stage-wait">
          <div className="skeleton" />
        </div>
      </div>
      <aside className="editor-side" aria-hidden="true" />
    </div>
  );
}

interface FailedProps {
  text: string;
  onRetry(): void;
}

export function Failed({ text, onRetry }: FailedProps) {
  return (
    <div className="empty" role="alert">
      <h2>The graph could not be loaded</h2>
      <p>{text}</p>
      <p>The draft is on the server, as it was last stored.</p>
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
