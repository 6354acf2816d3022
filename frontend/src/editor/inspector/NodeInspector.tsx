import { useId, useMemo, useState } from "react";
import type { DraftProblem } from "../../api/types";
import { type TabItem, Tabs } from "../../ui/Tabs";
import { useEditor, useMayEdit } from "../context";
import { type NodeJson, titleOf } from "../model";
import { problemsByNode } from "../store";
import { useCatalog } from "./catalog";
import { useFields } from "./desk";
import { FormPartsContext } from "./form";
import { InspectorHead } from "./InspectorHead";
import { JsonTab } from "./JsonTab";
import { KindForm } from "./KindForm";
import { NodeHead } from "./NodeHead";
import { ProblemLine } from "./Problems";
import { innerPaths, placed } from "./placing";
import { fieldsOf } from "./schema";
import { useFieldFocus } from "./useFieldFocus";

type Tab = "form" | "json";

const TABS: TabItem<Tab>[] = [
  { key: "form", label: "Form" },
  { key: "json", label: "JSON" },
];

const NONE: DraftProblem[] = [];

/** Everything about one node. */
export function NodeInspector({ id }: { id: string }) {
  const fields = useFields(id);
  const mayEdit = useMayEdit();
  const { catalog, error } = useCatalog();
  const [tab, setTab] = useState<Tab>("form");
  const panelId = useId();
  const problems = useEditor((state) => state.problems);
  const kind = String(fields.kind ?? "");
  const own = useMemo(() => problemsByNode(problems).get(id) ?? NONE, [problems, id]);
  const parts = useMemo(() => {
    const form = catalog?.kinds.find((one) => one.kind === kind)?.form;
    const names = form ? fieldsOf(form).map((field) => field.name) : [];
    const shown = ["id", "kind", "title", "depends_on", "body", ...names];
    const { at, rest } = placed(own, [...shown, ...innerPaths(fields)]);
    return { shared: { node: id, mayEdit, catalog, problems: at }, rest };
  }, [catalog, kind, own, fields, id, mayEdit]);
  const box = useFieldFocus(id, catalog !== null, () => setTab("form"));
  return (
    <FormPartsContext.Provider value={parts.shared}>
      <div className="inspector-inner" ref={box}>
        <InspectorHead kind={kind} title={titleOf(fields as NodeJson)} tried={id} />
        <Tabs<Tab> label="About this node" tabs={TABS} current={tab} onChange={setTab} panelId={panelId} />
        <div
          className="inspector-body"
          id={panelId}
          role="tabpanel"
          aria-label={tab === "form" ? "Form" : "JSON"}
        >
          {tab === "json" ? (
            <JsonTab id={id} />
          ) : (
            <>
              {parts.rest.length > 0 && (
                <div className="findings">
                  {parts.rest.map((problem) => (
                    <ProblemLine
                      key={`${problem.code} ${problem.path} ${problem.message}`}
                      problem={problem}
                    />
                  ))}
                </div>
              )}
              <NodeHead id={id} catalog={catalog} />
              {catalog && <KindForm id={id} kind={kind} catalog={catalog} />}
              {!catalog && !error && <div className="skeleton" style={{ height: 240 }} />}
              {error && (
                <p className="banner banner-error" role="alert">
                  {error}
                </p>
              )}
            </>
          )}
        </div>
      </div>
    </FormPartsContext.Provider>
  );
}
