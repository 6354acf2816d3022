import { create } from "zustand";

interface Code {
  /** The document as JSON stands where the canvas stands. */
  open: boolean;
  /** Text that is not stored yet, and the version of the draft that it was made from. Kept while it is closed. */
  kept: { text: string; version: number } | null;
}

export const useCode = create<Code>(() => ({ open: false, kept: null }));
