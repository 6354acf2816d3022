import { Suspense, useEffect } from "react";
import { Boundary } from "../../ui/Boundary";
import { lazily } from "../../ui/lazily";
import { toast } from "../../ui/toasts";
import { ui, useUi } from "../ui";

const FETCH = {
  publish: () => import("./Publish"),
  try: () => import("./Try"),
  tryNode: () => import("./TryNode"),
  run: () => import("./Run"),
  discard: () => import("./Discard"),
  duplicate: () => import("./Duplicate"),
  nodes: () => import("./NodeDialogs"),
};
const Publish = lazily(() => FETCH.publish().then((module) => ({ default: module.Publish })));
const Try = lazily(() => FETCH.try().then((module) => ({ default: module.Try })));
const TryNode = lazily(() => FETCH.tryNode().then((module) => ({ default: module.TryNode })));
const Run = lazily(() => FETCH.run().then((module) => ({ default: module.Run })));
const Discard = lazily(() => FETCH.discard().then((module) => ({ default: module.Discard })));
const Duplicate = lazily(() => FETCH.duplicate().then((module) => ({ default: module.Duplicate })));
const NodeDialogs = lazily(() => FETCH.nodes().then((module) => ({ default: module.NodeDialogs })));

/** Once the page has come to rest the dialogs are fetched, so that they open at once. */
function useFetched() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const fetchDialog of Object.values(FETCH)) fetchDialog().catch(() => undefined);
    }, 2_000);
    return () => clearTimeout(timer);
  }, []);
}

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

/** Whatever was asked for: by a button, a key, the canvas or the table. */
export function Dialogs() {
  useFetched();
  const kind = useUi((state) => state.asked?.kind);
  return (
    <Boundary key={kind} fallback={<Broken />}>
      <Suspense fallback={null}>
        <Asked />
      </Suspense>
    </Boundary>
  );
}
