/** The one stretch in which two texts differ: replacing only that keeps the cursor and the scroll where they are. */
export function textChange(old: string, fresh: string): { from: number; to: number; insert: string } {
  const most = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < most && old.charCodeAt(start) === fresh.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < most - start &&
    old.charCodeAt(old.length - 1 - end) === fresh.charCodeAt(fresh.length - 1 - end)
  ) {
    end += 1;
  }
  return { from: start, to: old.length - end, insert: fresh.slice(start, fresh.length - end) };
}
