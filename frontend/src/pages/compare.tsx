import { createRoot } from "react-dom/client";
import { ComparePage } from "../graphs/ComparePage";
import type { Compared } from "../graphs/comparing";
import { PageBoundary } from "../ui/Boundary";
import "../styles/graphs.css";

/** Choosing a state shows the comparison at once; without a script there is a button for it. */
const form = document.querySelector<HTMLFormElement>("form[data-pick]");
form?.addEventListener("change", () => form.requestSubmit());

const island = document.getElementById("compare-island");
const text = document.getElementById("comparison")?.textContent;
if (island && text) {
  createRoot(island).render(
    <PageBoundary>
      <ComparePage compared={JSON.parse(text) as Compared} />
    </PageBoundary>,
  );
}
