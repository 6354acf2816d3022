import { useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import type { ApprovalView } from "../api/types";
import { StatusPill } from "../ui/status";
import { WORDS } from "./words";

/** The status in the page's head, in place of the one that was true when the page was served. */
export function HeadStatus({ approval, place }: { approval: ApprovalView; place: HTMLElement }) {
  useLayoutEffect(() => place.querySelector("[data-served]")?.remove(), [place]);
  return createPortal(<StatusPill status={approval.status} text={WORDS[approval.status]} />, place);
}
