import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import ApprovalForm from "../approval/ApprovalForm";
import { PageBoundary } from "../ui/Boundary";
import { Toasts } from "../ui/toasts";

const island = document.getElementById("approval-island");
const id = Number(island?.dataset.approvalId);
if (island && id) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });
  createRoot(island).render(
    <QueryClientProvider client={client}>
      <PageBoundary>
        <ApprovalForm id={id} head={document.getElementById("approval-status")} />
        <Toasts />
      </PageBoundary>
    </QueryClientProvider>,
  );
}
