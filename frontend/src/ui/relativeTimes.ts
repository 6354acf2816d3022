import { absoluteTime, relativeTime } from "./time";

function refresh(): void {
  const now = Date.now();
  for (const element of document.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    if (!element.dateTime) continue;
    element.textContent = relativeTime(element.dateTime, now);
    element.title = absoluteTime(element.dateTime);
  }
}

/** Writes every `<time data-relative datetime=…>` of the page in relative words, and keeps them true. */
export function keepTimesFresh(): void {
  refresh();
  setInterval(refresh, 30_000);
}
