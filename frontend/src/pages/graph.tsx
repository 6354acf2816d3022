import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { explain, getJson } from "../api/http";
import type { DraftView } from "../api/types";
import { urls } from "../api/urls";
import { EditorContext } from "../editor/context";
import { EditorPage } from "../editor/EditorPage";
import { Failed, Loading } from "../editor/Loading";
import { createEditor } from "../editor/sync";
import { isNarrow } from "../editor/useNarrow";
import { PageBoundary } from "../ui/Boundary";

const client = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } },
});

/** Nothing can be edited before the draft is here: what is drawn is only what was loaded. */
async function show(root: Root, slug: string, name: string): Promise<void> {
  root.render(<Loading name={name} />);
  try {
    const editor = createEditor(await getJson<DraftView>(urls.draft(slug)));
    if (isNarrow()) editor.store.getState().setMode("table");
    editor.start();
    root.render(
      <QueryClientProvider client={client}>
        <EditorContext value={editor}>
          <PageBoundary>
            <EditorPage editor={editor} />
          </PageBoundary>
        </EditorContext>
      </QueryClientProvider>,
    );
  } catch (error) {
    root.render(<Failed text={explain(error)} onRetry={() => void show(root, slug, name)} />);
  }
}

// What the draft is drawn with comes at the same time as the draft.
if (!isNarrow()) void import("../editor/canvas/EditorCanvas").catch(() => undefined);

const island = document.getElementById("graph-island");
const slug = island?.dataset.graphSlug;
if (island && slug) {
  // The name stands there already, as the server wrote it.
  const name = island.querySelector(".graph-name bdi")?.textContent ?? "";
  void show(createRoot(island), slug, name);
}
