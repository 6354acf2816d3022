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

const listIn = (value: unknown): string[] => (Array.isArray(value) ? value : []);

/** A field that holds names; an emptied list is left out. */
export function Names({ place, label, help, options, nothing, noun, empty }: Props) {
  const { mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const value = place.read(useFields(place.node));
  const items = listIn(value);
  return (
    <Frame path={place.path} label={label} help={help} group refusal={refusal}>
      {mayEdit ? (
        <NameList
          path={place.path}
          items={items}
          onChange={(edit) =>
            void set((now) => {
              const next = edit(listIn(place.read(now)));
              return { [place.path]: next.length > 0 ? next : undefined };
            })
          }
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
