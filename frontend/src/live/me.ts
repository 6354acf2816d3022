import type { MyMessage } from "../api/types";
import { pauseBefore } from "./backoff";

const SILENCE_MS = 25_000;

function showCount(open: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>("[data-approvals-badge]")) {
    badge.textContent = open > 0 ? String(open) : "";
    badge.hidden = open === 0;
  }
}

/** Keeps the number of approvals that wait for me true on every page. */
export function followApprovals(url: string): void {
  if (!document.querySelector("[data-approvals-badge]")) return;
  let failures = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    const socket = new WebSocket(url);
    const expect = () => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.close(), SILENCE_MS);
    };
    expect();
    socket.onmessage = (event) => {
      failures = 0;
      expect();
      const message = JSON.parse(event.data) as MyMessage;
      if (message.type === "approvals") showCount(message.open);
    };
    socket.onclose = (event) => {
      clearTimeout(silence);
      if (event.code >= 4400 && event.code < 4500) return;
      failures += 1;
      setTimeout(connect, pauseBefore(failures, Math.random()));
    };
  };
  connect();
}
