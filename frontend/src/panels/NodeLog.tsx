import { useState } from "react";
import type { EventView } from "../api/types";
import { absoluteTime, clockTime } from "../ui/time";
import { visible } from "../ui/visible";
import { Value } from "./Value";

function Line({ event }: { event: EventView }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className="log-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="num muted">{event.seq}</span>
        <time className="num muted" dateTime={event.at} title={absoluteTime(event.at)}>
          {clockTime(event.at)}
        </time>
        <span>{visible(event.summary)}</span>
      </button>
      {open && <Value value={event.payload} what="event" />}
    </li>
  );
}

/** A node's own events, oldest first. */
export function NodeLog({ events }: { events: EventView[] }) {
  if (events.length === 0) return <p className="muted">Nothing has happened to this node yet.</p>;
  return (
    <ol className="node-log">
      {events.map((event) => (
        <Line key={event.seq} event={event} />
      ))}
    </ol>
  );
}
