import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react()],
  base: "/static/dist/",
  resolve: {
    // The form library's test helper imports a validator that needs eval; nothing here may.
    alias: { "@rjsf/validator-ajv8": here("src/forms/no-validator.ts") },
  },
  build: {
    outDir: here("../static/dist"),
    emptyOutDir: true,
    manifest: "manifest.json",
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    // elkjs is one 1.4 MB file; it loads in a worker, off every page's critical path.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: [
        "base.ts",
        "run.tsx",
        "approval.tsx",
        "graph.tsx",
        "graphs.tsx",
        "history.tsx",
        "compare.tsx",
        "apiDocs.ts",
      ].map((entry) => here(`src/pages/${entry}`)),
    },
  },
  worker: { format: "es" },
  test: {
    // Components say in their first line that they need a document.
    environment: "node",
    // Through Vite, so that the alias above holds in tests too.
    server: { deps: { inline: ["@rjsf/core"] } },
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
  },
});
