import { createRoot } from "react-dom/client";
import { explain, getJson } from "../api/http";
import type { GraphDetail } from "../api/types";
import { urls } from "../api/urls";
import { Canvas } from "../graph/Canvas";
import { NodeList } from "../graph/NodeList";
import { Boundary } from "../ui/Boundary";

async function show(island: HTMLElement, slug: string): Promise<void> {
  const root = createRoot(island);
  try {
    const { nodes, edges } = await getJson<GraphDetail>(urls.graph(slug));
    root.render(
      nodes.length > 0 ? (
        <Boundary fallback={<NodeList structure={{ nodes, edges }} />}>
          <Canvas structure={{ nodes, edges }} />
        </Boundary>
      ) : (
        <div className="empty">
          <h2>No nodes yet</h2>
          <p>This revision is empty.</p>
        </div>
      ),
    );
  } catch (error) {
    root.render(<p className="empty">{explain(error)}</p>);
  }
}

const island = document.getElementById("graph-island");
const slug = island?.dataset.graphSlug;
if (island && slug) void show(island, slug);
