import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventView, NodeView, RunSnapshot, ServerMessage, Update } from "../api/types";
import { pauseBefore } from "./backoff";
import {
  type Connection,
  FAILURES_BEFORE_POLLING,
  LiveClient,
  PING_TIMEOUT_MS,
  POLL_EVERY_MS,
  type Socket,
} from "./client";

class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  closed = false;
  constructor(readonly after: number) {}
  close() {
    this.closed = true;
  }
  send(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006) {
    this.onclose?.({ code });
  }
}

const event = (seq: number) => ({ seq, kind: "NodeEntered" }) as EventView;
const update = (from: number, to: number): Update => ({
  type: "update",
  from,
  to,
  run: null,
  nodes: [{ id: "a" } as NodeView],
  events: Array.from({ length: to - from + 1 }, (_, at) => event(from + at)),
});
const view = (seq: number) => ({ seq, nodes: [] }) as unknown as RunSnapshot;

function harness(answers: (number | Error)[] = []) {
  const sockets: FakeSocket[] = [];
  const seen: number[] = [];
  const views: number[] = [];
  const states: Connection[] = [];
  const client = new LiveClient({
    openSocket: (after) => {
      const socket = new FakeSocket(after);
      sockets.push(socket);
      return socket;
    },
    fetchView: async () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error("offline");
      if (answer instanceof Error) throw answer;
      return view(answer);
    },
    onView: (fetched) => views.push(fetched.seq),
    onUpdate: (taken) => seen.push(...taken.events.map((one) => one.seq)),
    onConnection: (state) => states.push(state),
    isFinal: (error) => (error as Error).message === "gone",
    random: () => 1,
  });
  const last = () => sockets[sockets.length - 1] as FakeSocket;
  return { client, sockets, seen, views, states, last };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("LiveClient", () => {
  it("takes contiguous updates in order and moves its cursor", () => {
    const { client, last, seen, states } = harness();
    client.start(4);
    expect(last().after).toBe(4);
    last().send({ type: "hello", seq: 6, protocol: 1 });
    last().send(update(5, 6));
    last().send(update(7, 7));
    expect(seen).toEqual([5, 6, 7]);
    expect(client.seq).toBe(7);
    expect(states).toEqual(["live"]);
  });

  it("drops what it has seen and trims an overlap", () => {
    const { client, last, seen } = harness();
    client.start(6);
    last().send(update(5, 6));
    last().send(update(6, 8));
    expect(seen).toEqual([7, 8]);
  });

  it("passes on a run without events and leaves the cursor alone", () => {
    const { client, last, seen } = harness();
    client.start(3);
    last().send({ ...update(4, 3), nodes: [], events: [] });
    last().send(update(4, 4));
    expect(seen).toEqual([4]);
  });

  it("fetches the view at a gap, holds what arrives meanwhile, and misses nothing", async () => {
    const { client, last, seen, views } = harness([9]);
    client.start(4);
    last().send(update(8, 9));
    last().send(update(10, 10));
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(views).toEqual([9]);
    expect(seen).toEqual([10]);
    expect(last().closed).toBe(false);
  });

  it("fetches again, later, when the view was older than the gap", async () => {
    const { client, last, seen, views } = harness([5, 9]);
    client.start(4);
    last().send(update(8, 9));
    last().send(update(10, 10));
    await vi.advanceTimersByTimeAsync(0);
    expect(views).toEqual([5]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(views).toEqual([5, 9]);
    last().send(update(10, 10));
    expect(seen).toEqual([10]);
  });

  it("fetches the view on reset and goes on from its seq", async () => {
    const { client, last, views, seen } = harness([500]);
    client.start(2);
    last().send({ type: "reset", seq: 480 });
    await vi.advanceTimersByTimeAsync(0);
    last().send(update(501, 501));
    expect(views).toEqual([500]);
    expect(seen).toEqual([501]);
  });

  it("reconnects after a cut and asks for exactly the rest", async () => {
    const { client, sockets, last, states } = harness();
    client.start(0);
    last().send({ type: "hello", seq: 0, protocol: 1 });
    last().send(update(1, 3));
    last().drop();
    expect(states).toEqual(["live", "lost"]);
    await vi.advanceTimersByTimeAsync(pauseBefore(1, 1));
    expect(sockets.map((socket) => socket.after)).toEqual([0, 3]);
    last().send({ type: "hello", seq: 3, protocol: 1 });
    expect(states).toEqual(["live", "lost", "live"]);
  });

  it("calls a silent connection lost after 25 s; a ping keeps it alive", async () => {
    const { client, sockets, last, states } = harness();
    client.start(0);
    last().send({ type: "hello", seq: 0, protocol: 1 });
    await vi.advanceTimersByTimeAsync(PING_TIMEOUT_MS - 1);
    last().send({ type: "ping" });
    await vi.advanceTimersByTimeAsync(PING_TIMEOUT_MS - 1);
    expect(states).toEqual(["live"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(states).toEqual(["live", "lost"]);
    expect(sockets[0]?.closed).toBe(true);
  });

  it("polls the view when sockets keep failing, and stops when one works", async () => {
    const { client, last, views, states } = harness([7, 8, 9, 10, 11, 12]);
    client.start(0);
    for (let failure = 0; failure < FAILURES_BEFORE_POLLING; failure += 1) {
      last().drop();
      await vi.advanceTimersByTimeAsync(pauseBefore(failure + 1, 1));
    }
    expect(states.at(-1)).toBe("polling");
    expect(views[0]).toBe(7);
    await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
    const before = views.length;
    last().send({ type: "hello", seq: 8, protocol: 1 });
    await vi.advanceTimersByTimeAsync(POLL_EVERY_MS * 2);
    expect(views.length).toBe(before);
    expect(states.at(-1)).toBe("live");
  });

  it("stops for good when the run may not be seen", async () => {
    const { client, sockets, last, states } = harness();
    client.start(0);
    last().drop(4403);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(states).toEqual(["denied"]);
    expect(sockets).toHaveLength(1);
  });

  it("spreads its retries and caps them", () => {
    expect(pauseBefore(1, 0)).toBe(250);
    expect(pauseBefore(3, 0)).toBe(1_000);
    expect(pauseBefore(50, 1)).toBe(30_000);
  });
});
