import type { ReactNode } from "react";
import { Combobox } from "./Combobox";
import { type Codec, optionalText, plainText } from "./codecs";
import { Frame } from "./Frame";
import { useFormParts } from "./form";
import type { Option } from "./matching";
import type { Place } from "./places";
import { ReadValue } from "./ReadValue";
import { useVisit } from "./useVisit";

interface Props {
  place: Place;
  label: string;
  help?: ReactNode;
  options: readonly Option[];
  /** Said when nothing is registered. */
  nothing: ReactNode;
  empty?: string;
  required?: boolean;
}

function Picking(props: Props) {
  const { place, label, help, options, nothing, empty, required } = props;
  const codec: Codec<string> = required ? plainText : optionalText;
  // A half-typed name is no choice yet.
  const visiting = useVisit(place, codec, { label, atTheEnd: true });
  const { visit, value, box } = visiting;
  return (
    <Frame path={place.path} label={label} help={help} quietHelp={!!empty} visiting={visiting as never}>
      <Combobox
        text={value}
        options={options}
        nothing={nothing}
        placeholder={empty}
        mono
        onText={(text) => visit.change(text)}
        onPick={(text) => visit.changeNow(text)}
        onFocus={box.onFocus}
        onBlur={box.onBlur}
      />
    </Frame>
  );
}

/** One name out of those that are registered, or any other. */
export function PickText(props: Props) {
  if (useFormParts().mayEdit) return <Picking {...props} />;
  return (
    <Frame path={props.place.path} label={props.label} help={props.help} group>
      <ReadValue place={props.place} empty={props.empty} />
    </Frame>
  );
}
