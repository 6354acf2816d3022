import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ChevronDown, ChevronUp, Search } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { EventView } from "../api/types";
import { absoluteTime, clockTime } from "../ui/time";
import { visible } from "../ui/visible";
import { useRun } from "./context";

const ROW = 26;

/** The list keeps to its end until someone scrolls up, and again once they are back at the end. */
function useTail(count: number, scroller: React.RefObject<HTMLDivElement | null>, toEnd: () => void) {
  const [following, setFollowing] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new event moves the tail
  useEffect(() => {
    if (following && count > 0) toEnd();
  }, [count, following]);
  const onScroll = () => {
    const element = scroller.current;
    if (element) setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < ROW);
  };
  return { following, onScroll, follow: () => setFollowing(true) };
}

function matches(event: EventView, needle: string, title: string): boolean {
  return `${event.kind} ${event.summary} ${title} ${event.node ?? ""} ${event.actor ?? ""}`
    .toLowerCase()
    .includes(needle);
}

function Line({ event, title }: { event: EventView; title: string }) {
  const select = useRun((state) => state.select);
  const known = useRun((state) => event.node != null && event.node in state.nodes);
  return (
    <>
      <span className="num muted event-seq">{event.seq}</span>
      <time className="num muted" dateTime={event.at} title={absoluteTime(event.at)}>
        {clockTime(event.at)}
      </time>
      <span
        className="mono truncate event-kind"
        title={event.origin === "external" ? "From outside the engine" : "By the engine"}
      >
        {event.kind}
      </span>
      {known && event.node ? (
        <button type="button" className="link truncate event-node" onClick={() => select(event.node ?? null)}>
          <bdi>{title}</bdi>
        </button>
      ) : (
        <span className="event-node muted truncate">
          <bdi>{event.actor}</bdi>
        </span>
      )}
      <span className="truncate" title={event.summary}>
        {visible(event.summary)}
      </span>
    </>
  );
}

function Lines({ needle }: { needle: string }) {
  const all = useRun((state) => state.events);
  const nodes = useRun((state) => state.nodes);
  const titleOf = (event: EventView) => (event.node ? (nodes[event.node]?.title ?? event.node) : "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles do not change while a run is looked at
  const events = useMemo(
    () => (needle ? all.filter((event) => matches(event, needle, titleOf(event))) : all),
    [all, needle],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const tail = useTail(events.length, scroller, () =>
    rows.scrollToIndex(events.length - 1, { align: "end" }),
  );
  return (
    <>
      <section
        className="event-scroll"
        ref={scroller}
        onScroll={tail.onScroll}
        tabIndex={0}
        aria-label="Events"
      >
        <ol style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const event = events[row.index] as EventView;
            return (
              <li
                key={event.seq}
                aria-setsize={events.length}
                aria-posinset={row.index + 1}
                style={{ height: ROW, transform: `translateY(${row.start}px)` }}
              >
                <Line event={event} title={titleOf(event)} />
              </li>
            );
          })}
        </ol>
        {events.length === 0 && (
          <p className="muted event-empty">
            {needle ? "No event fits the filter." : "Nothing has happened yet."}
          </p>
        )}
      </section>
      {!tail.following && (
        <button type="button" className="btn btn-small to-end" onClick={tail.follow}>
          <ArrowDown aria-hidden="true" />
          Latest
        </button>
      )}
    </>
  );
}

/** The drawer at the bottom: every event of the log, newest last. */
export function EventLog({ open, onToggle }: { open: boolean; onToggle(): void }) {
  const [text, setText] = useState("");
  const seq = useRun((state) => state.run.seq);
  return (
    <section className={open ? "drawer is-open" : "drawer"} aria-label="Event log">
      <header>
        <button type="button" className="btn btn-quiet btn-small" aria-expanded={open} onClick={onToggle}>
          {open ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          Events
          <span className="num muted">{(seq + 1).toLocaleString("en")}</span>
        </button>
        <span className="grow" />
        {open && (
          <label className="search">
            <Search size={13} aria-hidden="true" />
            <span className="visually-hidden">Filter events</span>
            <input
              className="input"
              type="search"
              placeholder="Filter events"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
        )}
      </header>
      {open && <Lines needle={text.trim().toLowerCase()} />}
    </section>
  );
}
