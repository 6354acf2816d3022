import type { ApprovalView } from "../api/types";

export const WORDS: Record<ApprovalView["status"], string> = {
  open: "Open",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired",
  closed: "Closed",
};
