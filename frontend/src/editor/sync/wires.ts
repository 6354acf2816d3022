import { ApiProblem, getJson, type SendOptions, sendJson } from "../../api/http";
import { socketUrl } from "../../api/urls";
import type { Socket } from "../../live/client";
import { type ToastAction, toast } from "../../ui/toasts";

export interface TalkingSocket extends Socket {
  send(text: string): void;
}

/** All that the editor needs of the world outside. */
export interface Wires {
  read<T>(url: string): Promise<T>;
  send<T>(method: "POST" | "PUT" | "PATCH", url: string, body: unknown, options?: SendOptions): Promise<T>;
  openSocket(path: string): TalkingSocket;
  say(kind: "success" | "error" | "info", text: string, action?: ToastAction): void;
  /** After signing in again the page's token is old; a fresh one is on any page. */
  renewToken(): Promise<void>;
  random(): number;
}

/** A request without an answer for this long is taken for lost, and sent again with its key. */
const PATIENCE_MS = 30_000;

const TOKEN = /<meta name="csrf-token" content="([^"]+)"/;

async function renewToken(): Promise<void> {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok) throw new ApiProblem(response.status, "error", "The page could not be read again.");
  // Parsed as a document, its styles would be held against the policy of this page.
  const fresh = TOKEN.exec(await response.text())?.[1];
  const ours = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');
  if (fresh && ours) ours.content = fresh;
}

export const browserWires: Wires = {
  read: getJson,
  send: (method, url, body, options) =>
    sendJson(method, url, body, { signal: AbortSignal.timeout(PATIENCE_MS), ...options }),
  openSocket: (path) => new WebSocket(socketUrl(path)) as unknown as TalkingSocket,
  say: toast,
  renewToken,
  random: Math.random,
};
