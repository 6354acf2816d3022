import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { urls } from "../api/urls";
import { visible } from "../ui/visible";
import { NameField } from "./NameField";
import { QuestionDialog } from "./QuestionDialog";
import { createGraph } from "./requests";
import { useRequestKey } from "./useRequestKey";

/** A graph to start from: its slug, and what it is called. */
export type Template = [slug: string, name: string];

interface Props {
  templates: Template[];
  onClose(): void;
}

/** A new graph: what it is called, and whether it starts blank or as a copy. */
export function NewGraphDialog({ templates, onClose }: Props) {
  const [name, setName] = useState("");
  const [template, setTemplate] = useState("");
  const keyOf = useRequestKey();
  const id = useId();
  const create = async () => {
    const made = await createGraph(name.trim(), template, keyOf(name.trim(), template));
    location.assign(urls.graphPage(made.slug));
  };
  return (
    <QuestionDialog
      title="New graph"
      verb="Make the graph"
      icon={<Plus aria-hidden="true" />}
      ready={name.trim() !== ""}
      onClose={onClose}
      onSubmit={create}
    >
      <NameField label="Name" name={name} onChange={setName} />
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Start from
        </label>
        <select
          id={id}
          className="select"
          value={template}
          onChange={(event) => setTemplate(event.target.value)}
        >
          <option value="">A blank graph</option>
          {templates.map(([slug, called]) => (
            <option key={slug} value={slug}>
              {visible(called)}
            </option>
          ))}
        </select>
        <p className="field-help">A copy of another graph leaves that graph as it is.</p>
      </div>
    </QuestionDialog>
  );
}
