import type { TaskStatus } from "../api/types";
import { type Counts, settled, total } from "../graph/items";

const SEGMENTS: TaskStatus[] = ["completed", "failed", "skipped", "canceled", "waiting", "running"];

/** A bar with one part per state; `label` says the same in words. */
export function Progress({ counts, of, label }: { counts: Counts; of?: number; label?: string }) {
  const all = of ?? total(counts);
  const words = label ?? `${settled(counts)} of ${all} done`;
  return (
    <span className="progress" role="img" aria-label={words}>
      {SEGMENTS.map((status) => {
        const part = counts[status] ?? 0;
        return part > 0 && all > 0 ? (
          <i key={status} className={`seg-${status}`} style={{ width: `${(100 * part) / all}%` }} />
        ) : null;
      })}
    </span>
  );
}
