import { createRoot } from "react-dom/client";
import { explain, getJson } from "../api/http";
import type { GraphDetail } from "../api/types";
import { urls } from "../api/urls";
import { StartForm } from "../run/StartForm";
import { PageBoundary } from "../ui/Boundary";

async function show(island: HTMLElement, slug: string): Promise<void> {
  const root = createRoot(island);
  try {
    const graph = await getJson<GraphDetail>(urls.graph(slug));
    root.render(
      <PageBoundary>
        <StartForm graph={graph} />
      </PageBoundary>,
    );
  } catch (error) {
    root.render(<p className="field-error">{explain(error)}</p>);
  }
}

const island = document.getElementById("start-island");
const slug = island?.dataset.graphSlug;
if (island && slug) void show(island, slug);
