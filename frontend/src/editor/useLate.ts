import { useEffect, useState } from "react";

/** True once `now` has been true for `after` milliseconds: what is over sooner needs no telling. */
export function useLate(now: boolean, after: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!now) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [now, after]);
  return now && late;
}
