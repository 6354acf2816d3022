import { ApiProblem, sendJson } from "../api/http";
import type { GraphSummary, ImportedGraph, Violation } from "../api/types";
import { urls } from "../api/urls";

/** More than any document may have: reading it into the page would only freeze it. */
const LARGEST_BYTES = 16 * 1024 * 1024;
export const LONGEST_NAME = 200;

/** Sent twice with one `key` it makes one graph. */
export function createGraph(name: string, template: string, key: string): Promise<GraphSummary> {
  return sendJson("POST", urls.graphs(), { name, template: template || null }, { key });
}

export function duplicateGraph(slug: string, name: string, key: string): Promise<GraphSummary> {
  return sendJson("POST", urls.graphVerb(slug, "duplicate"), { name }, { key });
}

/** What a graph is called whose file does not say: the file, without its ending. */
export function stemOf(fileName: string): string {
  return fileName
    .replace(/\.json$/i, "")
    .trim()
    .slice(0, LONGEST_NAME);
}

/** How one file fared. */
export type Attempt =
  | { source: string; graph: ImportedGraph }
  | { source: string; refusal: string; errors: Violation[]; total: number };

export async function importText(text: string, source: string): Promise<Attempt> {
  const name = stemOf(source);
  try {
    const key = crypto.randomUUID();
    const graph = await sendJson<ImportedGraph>(
      "POST",
      urls.import(),
      { text, ...(name && { name }) },
      { key },
    );
    return { source, graph };
  } catch (error) {
    const known = error instanceof ApiProblem ? error : null;
    const errors = known?.errors ?? [];
    return { source, refusal: known?.message ?? String(error), errors, total: errors.length };
  }
}

export async function importFile(file: File): Promise<Attempt> {
  const refused = (refusal: string): Attempt => ({ source: file.name, refusal, errors: [], total: 0 });
  if (file.size > LARGEST_BYTES) return refused("The file is too large to be a graph.");
  try {
    return await importText(await file.text(), file.name);
  } catch {
    return refused("The file cannot be read. If it is a folder, drop the files in it.");
  }
}
