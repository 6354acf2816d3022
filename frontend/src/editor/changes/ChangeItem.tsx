import type { ChangeLine } from "../../api/types";
import { Time } from "../../ui/Time";
import { visible } from "../../ui/visible";
import { useEditor } from "../context";

const KINDS: Partial<Record<ChangeLine["kind"], string>> = {
  undo: "Undo",
  redo: "Redo",
  discard: "Discarded",
  document: "As JSON",
  restore: "Restored",
  import: "Imported",
};
const LINES = 4;

/** What a change did, in words: the first lines, the rest on request. */
function Words({ change }: { change: ChangeLine }) {
  const words = change.words.map(visible);
  const [first = "Changed nothing", ...rest] = words;
  if (words.length <= LINES) {
    return (
      <>
        {[first, ...rest].map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one change never move
          <span key={at} className="change-line" dir="auto">
            {line}
          </span>
        ))}
      </>
    );
  }
  return (
    <details className="change-more">
      <summary>
        <span dir="auto">{first}</span> <span className="muted">and {rest.length} more</span>
      </summary>
      {rest.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={at} className="change-line" dir="auto">
          {line}
        </span>
      ))}
    </details>
  );
}

/** One change: what, by whom, when. */
export function ChangeItem({ change, fresh = false }: { change: ChangeLine; fresh?: boolean }) {
  const me = useEditor((state) => state.me.id);
  const kind = KINDS[change.kind];
  const mine = change.author.id !== null && change.author.id === me;
  return (
    <li className={change.undone ? "change is-undone" : "change"}>
      <div className="change-words">
        {kind && <span className="label">{kind}</span>}
        {fresh && <span className="label label-new">New</span>}
        <Words change={change} />
        {change.undone && <span className="label">Undone</span>}
      </div>
      <span className="change-author truncate" title={visible(change.author.name)}>
        <bdi>{mine ? "You" : change.author.name}</bdi>
      </span>
      <span className="change-time">
        <Time at={change.at} />
      </span>
    </li>
  );
}
