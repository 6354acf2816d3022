import { X } from "lucide-react";
import { useRun } from "../run/context";
import { StatusWord } from "../ui/status";

const SHOWN = 500;

/** A body has no state of its own: its items have. */
export function BodyItems({ body }: { body: string }) {
  const nodes = useRun((state) => state.nodes);
  const order = useRun((state) => state.order);
  const select = useRun((state) => state.select);
  const items = order.filter((id) => nodes[id]?.node === body);
  return (
    <aside className="panel" aria-label={body}>
      <header className="panel-head">
        <h2 className="truncate">
          <bdi>{nodes[items[0] ?? ""]?.title ?? body}</bdi>
        </h2>
        <span className="grow" />
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Close the panel"
          onClick={() => select(null)}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <div className="panel-body">
        {items.length === 0 && <p className="muted">It runs once for each item; none has started yet.</p>}
        <ul className="items">
          {items.slice(0, SHOWN).map((id) => {
            const view = nodes[id];
            return view ? (
              <li key={id}>
                <button type="button" className="log-line" onClick={() => select(id)}>
                  <span className="mono truncate grow">{id}</span>
                  <p>
                    <StatusWord status={view.status} text={view.status_text} />
                  </p>
                </button>
              </li>
            ) : null;
          })}
        </ul>
        {items.length > SHOWN && <p className="muted">And {items.length - SHOWN} more, in the table.</p>}
      </div>
    </aside>
  );
}
