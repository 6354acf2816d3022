import { X } from "lucide-react";
import type { ReactNode } from "react";
import { KindIcon } from "../../nodes/kinds";
import { useEditorParts } from "../context";
import { useNarrow } from "../useNarrow";

interface Props {
  kind?: string;
  icon?: ReactNode;
  title: string;
  /** Nothing is selected: there is nothing to close. */
  resting?: boolean;
}

/** What the inspector is about, and the way back to the graph's own form. */
export function InspectorHead({ kind, icon, title, resting }: Props) {
  const { store } = useEditorParts();
  // Over everything there is one way back, which closes all of it.
  const narrow = useNarrow();
  return (
    <header className="panel-head">
      {kind ? <KindIcon kind={kind} size={16} /> : icon}
      <h2 className="truncate" title={title} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h2>
      {!resting && !narrow && (
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Close the inspector"
          onClick={() => store.getState().select([])}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </header>
  );
}
