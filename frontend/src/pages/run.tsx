import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { explain, getJson, getResponse, readJson } from "../api/http";
import type { RunSnapshot, Structure } from "../api/types";
import { setServerTime } from "../run/clock";
import { RunStoreContext } from "../run/context";
import { RunPage } from "../run/RunPage";
import { createRunStore } from "../run/store";
import { PageBoundary } from "../ui/Boundary";

interface Addresses {
  view: string;
  structure: string;
}

async function load({ view, structure }: Addresses) {
  const [response, shape] = await Promise.all([getResponse(view), getJson<Structure>(structure)]);
  setServerTime(response.headers.get("Date"));
  return { snapshot: await readJson<RunSnapshot>(response), structure: shape };
}

function Failed({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <div className="empty">
      <h2>The run could not be loaded</h2>
      <p>{text}</p>
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

async function show(root: Root, addresses: Addresses, canControl: boolean): Promise<void> {
  try {
    const { snapshot, structure } = await load(addresses);
    const store = createRunStore(snapshot);
    const client = new QueryClient({
      defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } },
    });
    root.render(
      <QueryClientProvider client={client}>
        <RunStoreContext value={store}>
          <PageBoundary>
            <RunPage
              structure={structure}
              structureUrl={addresses.structure}
              seq={snapshot.seq}
              canControl={canControl}
            />
          </PageBoundary>
        </RunStoreContext>
      </QueryClientProvider>,
    );
  } catch (error) {
    root.render(<Failed text={explain(error)} onRetry={() => void show(root, addresses, canControl)} />);
  }
}

const island = document.getElementById("run-island");
if (island) {
  const { snapshotUrl = "", graphUrl = "", canControl = "" } = island.dataset;
  const addresses = { view: snapshotUrl, structure: graphUrl };
  void show(createRoot(island), addresses, ["true", "1", "yes"].includes(canControl.toLowerCase()));
}
