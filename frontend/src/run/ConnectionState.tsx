import { CloudOff, Lock, Radio, RefreshCw } from "lucide-react";
import type { Connection } from "../live/client";
import { useRun } from "./context";

const WORDS: Record<Connection, { text: string; icon: typeof Radio; hint: string }> = {
  connecting: { text: "Connecting", icon: Radio, hint: "The page shows the run as it was a moment ago." },
  live: { text: "Live", icon: Radio, hint: "Changes appear as they happen." },
  lost: {
    text: "Connection lost",
    icon: CloudOff,
    hint: "The run goes on; this page stands still and keeps trying.",
  },
  polling: {
    text: "Every 5 seconds",
    icon: RefreshCw,
    hint: "No live connection; the page asks again every 5 seconds.",
  },
  denied: {
    text: "Not connected",
    icon: Lock,
    hint: "This run can no longer be seen. Reload to sign in again.",
  },
};

export function ConnectionState() {
  const connection = useRun((state) => state.connection);
  const { text, icon: Icon, hint } = WORDS[connection];
  return (
    <span className={`connection connection-${connection}`} title={hint} data-connection={connection}>
      <Icon size={13} aria-hidden="true" />
      {text}
    </span>
  );
}
