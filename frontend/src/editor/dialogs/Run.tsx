import { useQuery } from "@tanstack/react-query";
import { explain, getJson } from "../../api/http";
import type { GraphDetail } from "../../api/types";
import { urls } from "../../api/urls";
import { StartForm } from "../../run/StartForm";
import { Dialog } from "../../ui/Dialog";
import { standing } from "../changes/standing";
import { useEditor } from "../context";
import { ui } from "../ui";
import { Refusal } from "./Refusal";

/** Starts a run of the latest revision: what is published, not what is being edited. */
export function Run() {
  const slug = useEditor((state) => state.slug);
  const latest = useEditor((state) => state.latestRevision);
  const unpublished = useEditor((state) => standing(state.changes).length);
  const { data, error } = useQuery({
    queryKey: ["graph", slug, latest],
    queryFn: () => getJson<GraphDetail>(urls.graph(slug)),
    staleTime: 0,
  });
  return (
    <Dialog title={`Run revision ${data?.revision ?? latest}`} size="wide" onClose={ui.close}>
      {unpublished > 0 && (
        <p className="muted">
          {unpublished === 1
            ? "The draft's unpublished change is not part of it. To run it too, choose Try instead."
            : `The draft's ${unpublished} unpublished changes are not part of it. To run them too, choose Try instead.`}
        </p>
      )}
      <Refusal text={error ? explain(error) : null} />
      {data ? (
        <StartForm graph={data} onClose={ui.close} />
      ) : (
        !error && <div className="skeleton" style={{ height: 140 }} />
      )}
    </Dialog>
  );
}
