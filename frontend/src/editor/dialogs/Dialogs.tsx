import { Suspense } from "react";
import { Boundary } from "../../ui/Boundary";
import { lazily } from "../../ui/lazily";
import { toast } from "../../ui/toasts";
import { ui, useUi } from "../ui";

const Publish = lazily(() => import("./Publish").then((module) => ({ default: module.Publish })));
const Try = lazily(() => import("./Try").then((module) => ({ default: module.Try })));
const TryNode = lazily(() => import("./TryNode").then((module) => ({ default: module.TryNode })));
const Run = lazily(() => import("./Run").then((module) => ({ default: module.Run })));
const Discard = lazily(() => import("./Discard").then((module) => ({ default: module.Discard })));
const Duplicate = lazily(() => import("./Duplicate").then((module) => ({ default: module.Duplicate })));
const NodeDialogs = lazily(() => import("./NodeDialogs").then((module) => ({ default: module.NodeDialogs })));

function Asked() {
  const asked = useUi((state) => state.asked);
  switch (asked?.kind) {
    case "publish":
      return <Publish />;
    case "try":
      return <Try />;
    case "try-node":
      return <TryNode key={asked.node} node={asked.node} />;
    case "run":
      return <Run />;
    case "discard":
      return <Discard />;
    case "duplicate":
      return <Duplicate />;
    case undefined:
      return null;
    default:
      return <NodeDialogs />;
  }
}

/** A dialog that cannot be drawn must not take the editor with it. */
function Broken() {
  toast("error", "This dialog cannot be shown. Nothing was changed; load the page again.");
  ui.close();
  return null;
}

/** Whatever was asked for: by a button, a key, the canvas or the table. Each is fetched when it is first wanted. */
export function Dialogs() {
  const kind = useUi((state) => state.asked?.kind);
  return (
    <Boundary key={kind} fallback={<Broken />}>
      <Suspense fallback={null}>
        <Asked />
      </Suspense>
    </Boundary>
  );
}
