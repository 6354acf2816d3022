import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CirclePause,
  CirclePlay,
  CircleX,
  Clock,
  type LucideIcon,
  TimerOff,
  TriangleAlert,
} from "lucide-react";
import type { ApprovalView, RunStatus, TaskStatus } from "../api/types";

export type AnyStatus = TaskStatus | RunStatus | ApprovalView["status"];

const ICONS: Record<AnyStatus, LucideIcon> = {
  created: CircleDashed,
  pending: Circle,
  ready: CircleDot,
  running: CirclePlay,
  waiting: Clock,
  open: Clock,
  completed: CircleCheck,
  approved: CircleCheck,
  failed: CircleX,
  rejected: CircleX,
  skipped: CircleMinus,
  closed: CircleMinus,
  canceled: Ban,
  paused: CirclePause,
  stalled: TriangleAlert,
  expired: TimerOff,
};

export const TASK_STATUSES: TaskStatus[] = [
  "running",
  "waiting",
  "failed",
  "ready",
  "pending",
  "completed",
  "skipped",
  "canceled",
];

export function StatusIcon({ status, size = 14 }: { status: AnyStatus; size?: number }) {
  const Icon = ICONS[status];
  return <Icon size={size} strokeWidth={2.25} aria-hidden="true" />;
}

/** A status by icon, word and colour. */
export function StatusPill({ status, text }: { status: AnyStatus; text: string }) {
  return (
    <span className={`pill pill-${status}`}>
      <StatusIcon status={status} />
      <bdi className="truncate">{text}</bdi>
    </span>
  );
}

/** The same without the box, for a line of text. */
export function StatusWord({ status, text }: { status: AnyStatus; text: string }) {
  return (
    <span className={`state state-${status}`}>
      <StatusIcon status={status} size={13} />
      <bdi className="truncate">{text}</bdi>
    </span>
  );
}
