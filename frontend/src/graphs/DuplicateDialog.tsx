import { Copy } from "lucide-react";
import { useState } from "react";
import { urls } from "../api/urls";
import { NameField } from "./NameField";
import { QuestionDialog } from "./QuestionDialog";
import { duplicateGraph, LONGEST_NAME } from "./requests";
import { useRequestKey } from "./useRequestKey";

interface Props {
  slug: string;
  name: string;
  onClose(): void;
}

/** A new graph whose draft is a copy of another's, under a name of its own. */
export function DuplicateDialog({ slug, name: original, onClose }: Props) {
  const [name, setName] = useState(() => `Copy of ${original}`.slice(0, LONGEST_NAME));
  const keyOf = useRequestKey();
  const duplicate = async () => {
    const made = await duplicateGraph(slug, name.trim(), keyOf(name.trim()));
    location.assign(urls.graphPage(made.slug));
  };
  return (
    <QuestionDialog
      title="Duplicate the graph"
      verb="Duplicate"
      icon={<Copy aria-hidden="true" />}
      ready={name.trim() !== ""}
      onClose={onClose}
      onSubmit={duplicate}
    >
      <p>
        The copy starts with everything that the draft of <bdi>{original}</bdi> has now. Revisions and runs
        stay with that graph.
      </p>
      <NameField label="Name of the copy" name={name} onChange={setName} />
    </QuestionDialog>
  );
}
