import type { NodeView } from "../api/types";
import { type Counts, loudest, settled, total } from "../graph/items";
import { elapsed, formatBrief } from "../run/elapsed";
import { Progress } from "../ui/Progress";
import { StatusWord } from "../ui/status";
import { KindIcon, kindWord } from "./kinds";

export interface NodeCardProps {
  title: string;
  kind: string;
  /** Absent on a canvas without a run, and for a body, whose items have the views. */
  view?: NodeView;
  /** For a map, a fold and their bodies: their items by state. */
  items?: Counts;
  /** The present, in ms; only a card that ticks reads it. */
  now: number;
  selected?: boolean;
}

const QUIET = new Set(["pending", "ready", "skipped", "canceled"]);

/** Whether the card's time is still running. */
export function ticks(view: NodeView | undefined): boolean {
  return view !== undefined && !view.finished_at && (view.status === "running" || view.status === "waiting");
}

/** The short text at the right: how long it took, or takes. It leaves the word beside it room. */
export function aside(view: NodeView, now: number): string {
  if (QUIET.has(view.status) || !view.entered_at) return "";
  if (ticks(view)) return formatBrief(now - Date.parse(view.entered_at));
  return elapsed(view.entered_at, view.finished_at, now) ?? "";
}

/** A node as the canvas shows it: kind, title, state by icon and word and colour, time. Its size never changes. */
export function NodeCard({ title, kind, view, items, now, selected }: NodeCardProps) {
  const status = view?.status ?? (items && total(items) > 0 ? loudest(items) : undefined);
  const classes = ["node-card", "state", status && `state-${status}`, selected && "is-selected"];
  return (
    <article className={classes.filter(Boolean).join(" ")}>
      <div className="node-title">
        <KindIcon kind={kind} />
        <bdi className="truncate" title={title}>
          {title}
        </bdi>
      </div>
      <p>
        {view && status ? (
          <>
            <StatusWord
              status={status}
              text={view.case && status === "completed" ? view.case : view.status_text}
            />
            {items && total(items) > 0 ? (
              <span className="aside">
                <Progress counts={items} /> {settled(items)}/{total(items)}
              </span>
            ) : (
              <span className="aside num">{aside(view, now)}</span>
            )}
          </>
        ) : items && status ? (
          <>
            <StatusWord status={status} text={`${settled(items)} of ${total(items)}`} />
            <span className="aside">
              <Progress counts={items} />
            </span>
          </>
        ) : (
          <span className="aside">{kindWord(kind)}</span>
        )}
      </p>
    </article>
  );
}
