/** A duration in words of constant shape: 3 ms, 0.4 s, 42 s, 2 m 14 s, 3 h 05 m, 2 d 4 h. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${String(seconds % 60).padStart(2, "0")} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, "0")} m`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The same for a clock that ticks once a second: it never shows tenths, so it never flickers. */
export function formatTicking(milliseconds: number): string {
  return milliseconds < 60_000
    ? `${Math.floor(Math.max(0, milliseconds) / 1_000)} s`
    : formatDuration(Math.floor(milliseconds / 1_000) * 1_000);
}

/** The same in its first unit alone, for the corner of a card: 42 s, 2 m, 3 h, 2 d. */
export function formatBrief(milliseconds: number): string {
  const words = milliseconds < 60_000 ? formatTicking(milliseconds) : formatDuration(milliseconds);
  return words.split(" ").slice(0, 2).join(" ");
}

/**
 * How long something took, or has taken until `now` (ms); null before it began.
 * Without an end it ticks in whole seconds.
 */
export function elapsed(
  start: string | null | undefined,
  end: string | null | undefined,
  now: number,
): string | null {
  if (!start) return null;
  const began = Date.parse(start);
  return end ? formatDuration(Date.parse(end) - began) : formatTicking(now - began);
}
