import { useEffect, useRef, useState } from "react";
import { ApiProblem, getJson } from "../api/http";
import type { EventPage, RunSnapshot } from "../api/types";
import { socketUrl, urls } from "../api/urls";
import { Announcer } from "../live/announcer";
import { LiveClient, type Socket } from "../live/client";
import type { RunStore } from "./store";

/** How many of the newest events the log opens with. */
const OPENING_EVENTS = 2_000;

/** Fetches the events after `after` page by page until the log holds those up to `seq`. */
async function loadEvents(
  store: RunStore,
  run: number,
  after: number,
  seq: number,
  alive: () => boolean,
): Promise<void> {
  let cursor = after;
  while (alive() && cursor < seq) {
    const page = await getJson<EventPage>(urls.events(run, cursor));
    const last = page.events.at(-1);
    if (!last) return;
    store.getState().takeEvents(page.events);
    cursor = last.seq;
  }
}

/** Connects the store to the run's socket, and tells what changed to those who cannot see it. */
export function useLive(store: RunStore, seq: number): string {
  const [spoken, setSpoken] = useState("");
  const opening = useRef(seq);
  useEffect(() => {
    const run = store.getState().run.id;
    let alive = true;
    const isAlive = () => alive;
    const announcer = new Announcer(setSpoken);
    const catchUp = (upTo: number, after: number) =>
      loadEvents(store, run, after, upTo, isAlive).catch(() => {
        // The log stays as it is; the next view brings the rest.
      });
    const client = new LiveClient({
      openSocket: (after) => new WebSocket(socketUrl(`/ws/runs/${run}/?after=${after}`)) as unknown as Socket,
      fetchView: () => getJson<RunSnapshot>(urls.view(run)),
      onView: (view) => {
        const last = store.getState().events.at(-1)?.seq ?? -1;
        store.getState().takeView(view);
        void catchUp(view.seq, last);
      },
      onUpdate: (update) => {
        const before = store.getState();
        for (const node of update.nodes) {
          if (before.nodes[node.id]?.status_text !== node.status_text)
            announcer.say(node.id, `${node.title}: ${node.status_text}`);
        }
        if (update.run && update.run.status_text !== before.run.status_text)
          announcer.say("run", `Run: ${update.run.status_text}`);
        before.takeUpdate(update);
      },
      onConnection: (connection) => {
        store.getState().setConnection(connection);
        if (connection === "lost") announcer.say("connection", "Connection lost");
      },
      isFinal: (error) => error instanceof ApiProblem && [401, 403, 404].includes(error.status),
    });
    client.start(opening.current);
    void catchUp(opening.current, Math.max(-1, opening.current - OPENING_EVENTS));
    const nudge = () => {
      if (document.visibilityState === "visible") client.nudge();
    };
    window.addEventListener("online", nudge);
    document.addEventListener("visibilitychange", nudge);
    return () => {
      alive = false;
      client.stop();
      announcer.stop();
      window.removeEventListener("online", nudge);
      document.removeEventListener("visibilitychange", nudge);
    };
  }, [store]);
  return spoken;
}
