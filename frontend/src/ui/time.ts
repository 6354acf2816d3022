const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "2 minutes ago", "in 3 hours", "just now". */
export function relativeTime(iso: string, now: number): string {
  const distance = Date.parse(iso) - now;
  if (Number.isNaN(distance)) return iso;
  for (const [unit, size] of STEPS) {
    if (Math.abs(distance) >= size) return relative.format(Math.trunc(distance / size), unit);
  }
  return Math.abs(distance) < 10_000 ? "just now" : relative.format(Math.trunc(distance / 1_000), "second");
}

const absolute = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "long",
});

/** The moment with its zone, for hovering. */
export function absoluteTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : absolute.format(at);
}

const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** The time of day to the millisecond, for the log. */
export function clockTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : clock.format(at);
}
