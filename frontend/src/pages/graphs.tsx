import { createRoot } from "react-dom/client";
import { GraphsIsland } from "../graphs/GraphsIsland";
import { enableMenus } from "../graphs/menus";
import type { Template } from "../graphs/NewGraphDialog";
import { PageBoundary } from "../ui/Boundary";
import "../styles/graphs.css";

enableMenus();

const island = document.getElementById("graphs-island");
const templates = document.getElementById("graph-templates")?.textContent ?? "[]";
if (island) {
  createRoot(island).render(
    <PageBoundary>
      <GraphsIsland templates={JSON.parse(templates) as Template[]} />
    </PageBoundary>,
  );
}
