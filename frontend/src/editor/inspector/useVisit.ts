import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { Codec } from "./codecs";
import { useDesk } from "./desk";
import type { Place } from "./places";
import { FieldVisit, type VisitOptions, type VisitView } from "./visit";

export interface Visiting<T> extends VisitView<T> {
  visit: FieldVisit<T>;
  /** For the box around a control: its visit begins and ends with the focus. */
  box: { onFocus(): void; onBlur(event: React.FocusEvent<HTMLElement>): void };
}

/** A control's visit; `codec` must be the same object from render to render. */
export function useVisit<T>(place: Place, codec: Codec<T>, options: VisitOptions): Visiting<T> {
  const desk = useDesk();
  const made = useRef<FieldVisit<T> | null>(null);
  if (!made.current) {
    const parked = desk.parked.get(`${place.node ?? ""}/${place.path}`);
    made.current =
      parked instanceof FieldVisit ? (parked as FieldVisit<T>) : new FieldVisit(desk, place, codec, options);
  }
  const visit = made.current;
  visit.aim(place, codec, options);
  useEffect(() => visit.enter(), [visit]);
  const view = useSyncExternalStore(visit.subscribe, visit.snapshot);
  const box = useMemo(
    () => ({
      onFocus: () => visit.focus(),
      onBlur: (event: React.FocusEvent<HTMLElement>) => {
        const to = event.relatedTarget;
        if (to instanceof Node && event.currentTarget.contains(to)) return;
        visit.leave();
      },
    }),
    [visit],
  );
  return { ...view, visit, box };
}
