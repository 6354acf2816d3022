import { MarkIcon } from "../graph/overlay";
import type { Compared } from "./comparing";
import { counts } from "./comparing";

const WORDS = { added: "added", removed: "removed", changed: "changed", rerouted: "rerouted", same: "" };

/** What the marks on the canvas mean, with how many there are of each. */
export function Legend({ compared }: { compared: Compared }) {
  return (
    <ul className="legend" aria-label="Legend">
      {counts(compared).map(([mark, count]) => (
        <li key={mark} className={count > 0 ? `diff-word diff-${mark}` : "diff-word"}>
          <MarkIcon mark={mark} />
          <span>
            <span className="num">{count.toLocaleString("en")}</span> {WORDS[mark]}
          </span>
        </li>
      ))}
      <li>
        <i className="legend-line legend-added" aria-hidden="true" />
        edge added
      </li>
      <li>
        <i className="legend-line legend-removed" aria-hidden="true" />
        edge removed
      </li>
    </ul>
  );
}
