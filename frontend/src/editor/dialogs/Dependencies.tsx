import { useEffect, useRef, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { type GraphDiff, useEditor, useEditorParts } from "../context";
import { dependencyOf, type NodeJson } from "../model";
import { nameOf } from "../names";
import { ui } from "../ui";
import { Candidates } from "./Candidates";
import { type CaseChoice, CaseField, caseDiffs, firstCase } from "./CaseField";
import { useDialogEdit } from "./EditDialog";
import { type Need, Needs } from "./Needs";
import { Refusal } from "./Refusal";
import { useForbidden } from "./useForbidden";

const withCase = (name: string | null | undefined, key: string) => (name == null ? {} : { [key]: name });

const NOBODY: ReadonlyMap<string, string> = new Map();

/** What a node needs: each dependency can be changed or taken away, and others be added. */
export function Dependencies({ id }: { id: string }) {
  const { store } = useEditorParts();
  const draft = useEditor((state) => state.draft);
  const node = draft.nodes.get(id) as NodeJson;
  const needs = (node.depends_on ?? []).map(dependencyOf);
  const { reasons, failure } = useForbidden(id);
  const { send, busy, refusal } = useDialogEdit();
  // The dependency that another is to replace; null: one is added.
  const [old, setOld] = useState<Need | null>(null);
  // A branch that was chosen, whose case is still to be named.
  const [branch, setBranch] = useState<string | null>(null);
  const [choice, setChoice] = useState<CaseChoice>({ name: "", isNew: true });
  const [done, setDone] = useState("");
  const top = useRef<HTMLDivElement>(null);

  // A branch asks which case; whoever chose it by keyboard goes on there.
  useEffect(() => {
    if (branch !== null) top.current?.querySelector("select")?.focus();
  }, [branch]);

  const takenOf = (source: string) => needs.filter((need) => need.node === source).map((need) => need.case);

  const finish = async (diffs: GraphDiff[]) => {
    const words = await send(diffs);
    if (words === null) return;
    setDone(words);
    setOld(null);
    setBranch(null);
    top.current?.querySelector("input")?.focus();
  };

  const put = (source: string, chosen: CaseChoice | null) => {
    const name = chosen?.name.trim();
    const first = caseDiffs(store.getState().draft, source, chosen);
    const edge = old
      ? {
          op: "reroute_edge",
          node_id: id,
          old_dep: old.node,
          new_dep: source,
          ...withCase(old.case, "old_case"),
          ...withCase(name, "new_case"),
        }
      : { op: "add_edge", node_id: id, dep: source, ...withCase(name, "case") };
    void finish([...first, edge]);
  };

  const choose = (source: string) => {
    const chosen = draft.nodes.get(source) as NodeJson;
    if (chosen.kind !== "branch") {
      setBranch(null);
      put(source, null);
      return;
    }
    setBranch(source);
    setChoice(firstCase(chosen, takenOf(source)));
  };

  // When a dependency is changed, the branch that it is on stays a choice: for another of its cases.
  const barred = new Map(reasons ?? NOBODY);
  if (old && draft.nodes.get(old.node)?.kind === "branch") barred.delete(old.node);
  const chosenBranch = branch === null ? undefined : draft.nodes.get(branch);
  const name = (one: string) => nameOf(draft.nodes.get(one) ?? ({ id: one, kind: "" } as NodeJson));
  const label = old ? `Needs, instead of “${name(old.node)}”` : "Add what it needs";

  return (
    <Dialog title={`What “${nameOf(node)}” needs`} size="wide" onClose={ui.close}>
      <div className="stack" ref={top}>
        <Candidates label={label} self={id} reasons={barred} chosen={branch} onChoose={choose} />
        {reasons === null && !failure && <p className="field-help">Asking what it can need …</p>}
        <Refusal text={failure} />
        {chosenBranch && (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy && branch !== null) put(branch, choice);
            }}
          >
            <CaseField
              branch={chosenBranch}
              taken={takenOf(chosenBranch.id)}
              choice={choice}
              onChange={setChoice}
            />
            <button type="submit" className="btn btn-primary" aria-disabled={busy}>
              {old ? "Change" : "Add"}
            </button>
          </form>
        )}
        <Refusal text={refusal} />
        <h3 className="field-label">Needed now</h3>
        <Needs
          needs={needs}
          changing={old}
          onChange={(need) => {
            setOld(need);
            setBranch(null);
            top.current?.querySelector("input")?.focus();
          }}
          onRemove={(need) =>
            void finish([{ op: "remove_edge", node_id: id, dep: need.node, ...withCase(need.case, "case") }])
          }
        />
        <p className="visually-hidden" role="status">
          {done}
        </p>
      </div>
      <div className="dialog-actions">
        <button type="button" className="btn" onClick={ui.close}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
