const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Milliseconds to wait before try number `failures` + 1: doubling, capped, and spread over its upper
 * half so that a thousand pages do not come back in the same instant. `random` is in [0, 1).
 */
export function pauseBefore(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return full / 2 + (full / 2) * random;
}
