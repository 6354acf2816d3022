import { Upload } from "lucide-react";
import { useState } from "react";
import { urls } from "../api/urls";
import { DuplicateDialog } from "./DuplicateDialog";
import { ImportDialog } from "./ImportDialog";
import { ImportResults } from "./ImportResults";
import { NewGraphDialog, type Template } from "./NewGraphDialog";
import { type Attempt, importFile, importText } from "./requests";
import { useDrop } from "./useDrop";
import { useOpeners } from "./useOpeners";
import { usePaste } from "./usePaste";

type Asked =
  | { kind: "new" }
  | { kind: "import"; text: string }
  | { kind: "duplicate"; slug: string; name: string }
  | { kind: "reading"; count: number }
  | { kind: "results"; attempts: Attempt[] };

/** A single file that came in as it was leads straight to its graph; everything else is told first. */
function straight(attempts: Attempt[]): string | null {
  const [only, ...more] = attempts;
  if (!only || more.length > 0 || !("graph" in only)) return null;
  return only.graph.notes.length === 0 ? only.graph.slug : null;
}

/** What the list of graphs can do with a script: dialogs for its links, files by drop, JSON by paste. */
export function GraphsIsland({ templates }: { templates: Template[] }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const take = async (sources: (() => Promise<Attempt>)[]) => {
    if (sources.length === 0) return;
    setAsked({ kind: "reading", count: sources.length });
    const attempts: Attempt[] = [];
    // One after the other, so that their graphs stand in the order of the files.
    for (const source of sources) attempts.push(await source());
    const slug = straight(attempts);
    if (slug) location.assign(urls.graphPage(slug));
    else setAsked({ kind: "results", attempts });
  };
  const takeFiles = (files: File[]) => void take(files.map((file) => () => importFile(file)));
  const takeText = (text: string) => void take([() => importText(text, "")]);
  const busy = asked?.kind === "reading";
  const over = useDrop((files) => !busy && takeFiles(files));
  usePaste(
    (files) => !busy && takeFiles(files),
    (text) => !busy && setAsked({ kind: "import", text }),
  );
  useOpeners((what, link) => {
    if (what === "new") setAsked({ kind: "new" });
    if (what === "import") setAsked({ kind: "import", text: "" });
    if (what === "duplicate") {
      const name = link.closest("tr")?.querySelector("bdi")?.textContent ?? "";
      setAsked({ kind: "duplicate", slug: link.dataset.slug ?? "", name });
    }
  });
  const finished = (attempts: Attempt[]) => {
    close();
    // The list behind the dialog does not know the new graphs yet.
    if (attempts.some((attempt) => "graph" in attempt)) location.reload();
  };
  return (
    <>
      {over && (
        <div className="drop-here">
          <p>
            <Upload aria-hidden="true" />
            Drop graph files to import them
          </p>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {busy ? "Importing…" : ""}
      </p>
      {busy && (
        <div className="importing">Importing {asked.count === 1 ? "the graph" : `${asked.count} files`}…</div>
      )}
      {asked?.kind === "new" && <NewGraphDialog templates={templates} onClose={close} />}
      {asked?.kind === "import" && (
        <ImportDialog text={asked.text} onClose={close} onFiles={takeFiles} onText={takeText} />
      )}
      {asked?.kind === "duplicate" && <DuplicateDialog slug={asked.slug} name={asked.name} onClose={close} />}
      {asked?.kind === "results" && (
        <ImportResults attempts={asked.attempts} onClose={() => finished(asked.attempts)} />
      )}
    </>
  );
}
