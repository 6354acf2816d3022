import { useEffect, useRef, useState } from "react";
import { useEditorParts } from "../context";
import { whenStored } from "./stored";

export interface Sending {
  busy: boolean;
  /** Runs `work` once what was done here is stored. A dialog that was closed meanwhile sends nothing. */
  send(work: () => Promise<void>): Promise<void>;
}

export function useSending(): Sending {
  const { store } = useEditorParts();
  const [busy, setBusy] = useState(false);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const send = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await whenStored(store);
      if (open.current) await work();
    } finally {
      if (open.current) setBusy(false);
    }
  };
  return { busy, send };
}
