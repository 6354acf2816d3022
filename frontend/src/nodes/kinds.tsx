import {
  Box,
  Boxes,
  GitFork,
  Hourglass,
  Layers,
  type LucideIcon,
  RefreshCw,
  Sparkles,
  UserCheck,
  Wrench,
} from "lucide-react";

const KINDS: Record<string, { icon: LucideIcon; word: string }> = {
  agent: { icon: Sparkles, word: "Agent" },
  tool: { icon: Wrench, word: "Tool" },
  gate: { icon: UserCheck, word: "Gate" },
  branch: { icon: GitFork, word: "Branch" },
  map: { icon: Layers, word: "Map" },
  fold: { icon: RefreshCw, word: "Fold" },
  delay: { icon: Hourglass, word: "Delay" },
  team: { icon: Boxes, word: "Team" },
};

/** The kinds in the order in which they are offered. */
export const KIND_NAMES = Object.keys(KINDS);

export function kindWord(kind: string): string {
  return KINDS[kind]?.word ?? kind;
}

export function KindIcon({ kind, size = 15 }: { kind: string; size?: number }) {
  const Icon = KINDS[kind]?.icon ?? Box;
  return <Icon size={size} aria-hidden="true" />;
}
