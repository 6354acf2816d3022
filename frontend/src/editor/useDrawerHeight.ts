import { useEffect, useState } from "react";

const KEPT = "trackside.drawer";
export const LEAST = 120;
const USUAL = 220;

export interface Height {
  value: number;
  most: number;
  set(value: number): void;
}

/** At least a few lines, at most two thirds of the window. */
export function within(value: number, most: number): number {
  return Math.round(Math.min(Math.max(value, LEAST), Math.max(most, LEAST)));
}

function kept(): number {
  try {
    return Number(localStorage.getItem(KEPT)) || USUAL;
  } catch {
    return USUAL;
  }
}

/** The height that this person gave the drawer, on this device. */
export function useDrawerHeight(): Height {
  const [value, setValue] = useState(kept);
  const [most, setMost] = useState(() => innerHeight * 0.6);
  useEffect(() => {
    const measure = () => setMost(innerHeight * 0.6);
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);
  const set = (wanted: number) => {
    const next = within(wanted, most);
    setValue(next);
    try {
      localStorage.setItem(KEPT, String(next));
    } catch {
      // Without storage it is kept for this page.
    }
  };
  return { value: within(value, most), most: within(most, most), set };
}
