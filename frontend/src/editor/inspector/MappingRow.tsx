import { X } from "lucide-react";
import { useMemo } from "react";
import { ExpressionControl } from "../expression/ExpressionControl";
import { TextControl } from "./controls";
import { useFormParts } from "./form";
import { mappingIn, namesIn, renamed } from "./mapping";
import type { Option } from "./matching";
import { PickText } from "./PickText";
import { type Fields, GONE, innerPlace, type Place, pathText } from "./places";

interface Props {
  name: string;
  placeIn(names: readonly string[]): number;
  /** Names that it could have instead; null where any is as good as another. */
  offered: readonly Option[] | null;
  onRemove(): void;
}

/** One field of the object that a node gets: its name, and the expression of its value. */
export function MappingRow({ name, placeIn, offered, onRemove }: Props) {
  const { node, mayEdit } = useFormParts();
  const places = useMemo(() => {
    const nameIn = (fields: Fields) => namesIn(fields)[placeIn(namesIn(fields))];
    const path = pathText(["input", name]);
    const key: Place = {
      node,
      path: `${path} name`,
      read: nameIn,
      write: (fields, value) => {
        const before = nameIn(fields);
        if (before === undefined) return GONE;
        const after = String(value);
        if (after !== before && Object.hasOwn(mappingIn(fields), after))
          return `There is a field “${after}” already.`;
        return { input: renamed(mappingIn(fields), before, after) };
      },
    };
    const value = innerPlace(node, path, (fields) => {
      const now = nameIn(fields);
      return now === undefined ? null : ["input", now];
    });
    return { key, value };
  }, [node, name, placeIn]);
  return (
    <li className="case">
      <div className="case-head">
        {offered ? (
          <PickText
            place={places.key}
            label="Field"
            options={offered}
            nothing="All fields that the tool takes are there."
            required
          />
        ) : (
          <TextControl place={places.key} label="Field" kept mono atTheEnd />
        )}
        {mayEdit && (
          <button
            type="button"
            className="btn btn-quiet btn-small btn-icon"
            aria-label={`Remove the field ${name}`}
            onClick={onRemove}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
      <ExpressionControl place={places.value} label={`Value of ${name}`} quietLabel kept />
    </li>
  );
}
