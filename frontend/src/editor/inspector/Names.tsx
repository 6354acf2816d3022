import type { ReactNode } from "react";
import { useFields } from "./desk";
import { Frame } from "./Frame";
import { useFormParts } from "./form";
import type { Option } from "./matching";
import { NameList } from "./NameList";
import type { Place } from "./places";
import { Shown } from "./ReadValue";
import { useAct } from "./useAct";

interface Props {
  place: Place;
  label: string;
  help?: ReactNode;
  options: readonly Option[];
  nothing: ReactNode;
  noun: string;
  empty: string;
}

/** A field that holds names; an emptied list is left out. */
export function Names({ place, label, help, options, nothing, noun, empty }: Props) {
  const { mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const value = place.read(useFields(place.node));
  const items = Array.isArray(value) ? (value as string[]) : [];
  return (
    <Frame path={place.path} label={label} help={help} group refusal={refusal}>
      {mayEdit ? (
        <NameList
          path={place.path}
          items={items}
          onChange={(next) => void set({ [place.path]: next.length > 0 ? next : undefined })}
          options={options}
          nothing={nothing}
          noun={noun}
        />
      ) : (
        <Shown value={items.length > 0 ? items : undefined} empty={empty} />
      )}
    </Frame>
  );
}
