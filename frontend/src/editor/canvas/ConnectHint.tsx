import { Ban, Link } from "lucide-react";
import { useEditor } from "../context";
import { titleOf } from "../model";
import { useCanvasUi } from "./ui";

/** What happens if the edge is let go now, in a small label at the pointer. */
export function ConnectHint() {
  const connecting = useCanvasUi((state) => state.connecting);
  const nodes = useEditor((state) => state.draft.nodes);
  const { over, pointer, node, forbidden } = connecting ?? {};
  if (!pointer || !over || over === node) return null;
  const reason = forbidden?.get(over);
  const target = nodes.get(over);
  if (!target) return null;
  return (
    <div
      className={reason === undefined ? "connect-hint" : "connect-hint is-forbidden"}
      role="status"
      style={{ transform: `translate(${pointer.x + 14}px, ${pointer.y + 14}px)` }}
    >
      {reason === undefined ? <Link aria-hidden="true" /> : <Ban aria-hidden="true" />}
      {reason ?? <bdi>{titleOf(target)}</bdi>}
    </div>
  );
}
