import { type ReactNode, useMemo } from "react";
import { choice, flag, json, number, optionalText, plainText } from "./codecs";
import { Frame, useFrame, useFrameAttributes } from "./Frame";
import { useFormParts } from "./form";
import type { Place } from "./places";
import { ReadValue } from "./ReadValue";
import { words } from "./schema";
import { useVisit, type Visiting } from "./useVisit";

export interface ControlProps {
  place: Place;
  label: string;
  help?: ReactNode;
  aside?: ReactNode;
  quietLabel?: boolean;
  /** What an empty field means, in grey inside it. */
  empty?: string;
}

/** Enter sends a single line; Ctrl-Z and its like stay the field's own. */
function TextBox({
  visiting,
  long,
  mono,
  empty,
  numeric,
}: {
  visiting: Visiting<string>;
  long?: boolean;
  mono?: boolean;
  empty?: string;
  numeric?: boolean;
}) {
  const attributes = useFrameAttributes();
  const { visit, value, box } = visiting;
  const shared = {
    ...attributes,
    ...box,
    value,
    placeholder: empty,
    autoComplete: "off",
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      visit.change(event.target.value),
  };
  if (long) {
    const rows = Math.min(12, Math.max(2, value.split("\n").length, Math.ceil(value.length / 44)));
    return <textarea {...shared} className={mono ? "textarea mono" : "textarea"} rows={rows} dir="auto" />;
  }
  return (
    <input
      {...shared}
      className={numeric ? "input num" : mono ? "input mono" : "input"}
      inputMode={numeric ? "decimal" : undefined}
      dir="auto"
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) visit.submit();
      }}
    />
  );
}

interface TextProps extends ControlProps {
  long?: boolean;
  mono?: boolean;
  /** Emptied text is sent as such instead of leaving the field out. */
  kept?: boolean;
  atTheEnd?: boolean;
}

function TextVisit(props: TextProps) {
  const { label, atTheEnd } = props;
  const visiting = useVisit(props.place, props.kept ? plainText : optionalText, { label, atTheEnd });
  return (
    <Framed {...props} visiting={visiting}>
      <TextBox visiting={visiting} long={props.long} mono={props.mono} empty={props.empty} />
    </Framed>
  );
}

export function TextControl(props: TextProps) {
  return useFormParts().mayEdit ? <TextVisit {...props} /> : <ReadOnly {...props} />;
}

/** What seconds are in larger units, where that says more. */
export function inUnits(seconds: number): string | null {
  if (!Number.isFinite(seconds) || seconds < 60) return null;
  const units: [number, string][] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
  ];
  const [size, unit] = units.find(([one]) => seconds >= one) as [number, string];
  const count = Math.round((seconds / size) * 10) / 10;
  return `${count * size === seconds ? "" : "about "}${count} ${unit}${count === 1 ? "" : "s"}`;
}

function NumberVisit(props: ControlProps & { integer: boolean }) {
  const codec = useMemo(() => number(props.integer), [props.integer]);
  const visiting = useVisit(props.place, codec, { label: props.label });
  const units = props.place.path.endsWith("seconds") ? inUnits(Number(visiting.value)) : null;
  return (
    <Framed {...props} visiting={visiting}>
      <div className="with-unit">
        <TextBox visiting={visiting} empty={props.empty} numeric />
        {units && <span className="aside">{units}</span>}
      </div>
    </Framed>
  );
}

export function NumberControl(props: ControlProps & { integer: boolean }) {
  return useFormParts().mayEdit ? <NumberVisit {...props} /> : <ReadOnly {...props} />;
}

interface ChoiceProps extends ControlProps {
  options: readonly string[];
  /** The choice that leaves the field out; without one, `empty` does. */
  standard?: string;
}

function ChoiceVisit(props: ChoiceProps) {
  const { options, standard, empty } = props;
  const codec = useMemo(() => choice(standard), [standard]);
  const visiting = useVisit(props.place, codec, { label: props.label });
  const { value, visit, box } = visiting;
  return (
    <Framed {...props} visiting={visiting}>
      <Select value={value} box={box} onChange={(next) => visit.changeNow(next)}>
        {standard === undefined && <option value="">{empty ?? "Not set"}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {words(option)}
          </option>
        ))}
        {value !== "" && !options.includes(value) && <option value={value}>{value}</option>}
      </Select>
    </Framed>
  );
}

export function Select({
  value,
  onChange,
  box,
  children,
}: {
  value: string;
  onChange(value: string): void;
  box?: Visiting<unknown>["box"];
  children: ReactNode;
}) {
  return (
    <select
      {...useFrameAttributes()}
      {...box}
      className="select"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {children}
    </select>
  );
}

export function ChoiceControl(props: ChoiceProps) {
  return useFormParts().mayEdit ? <ChoiceVisit {...props} /> : <ReadOnly {...props} />;
}

function FlagBox({ visiting }: { visiting: Visiting<boolean> }) {
  const { labelId, describedBy, id } = useFrame();
  const { value, visit, box } = visiting;
  return (
    <div
      className="choices"
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      {...box}
    >
      {[true, false].map((one) => (
        <label key={String(one)} className="check">
          <input
            type="radio"
            id={one ? id : undefined}
            name={id}
            checked={value === one}
            onChange={() => visit.changeNow(one)}
          />
          {one ? "Yes" : "No"}
        </label>
      ))}
    </div>
  );
}

function FlagVisit(props: ControlProps & { standard: boolean | undefined }) {
  const codec = useMemo(() => flag(props.standard), [props.standard]);
  const visiting = useVisit(props.place, codec, { label: props.label });
  return (
    <Framed {...props} visiting={visiting}>
      <FlagBox visiting={visiting} />
    </Framed>
  );
}

export function FlagControl(props: ControlProps & { standard: boolean | undefined }) {
  return useFormParts().mayEdit ? <FlagVisit {...props} /> : <ReadOnly {...props} />;
}

function JsonVisit(props: ControlProps) {
  const visiting = useVisit(props.place, json, { label: props.label });
  return (
    <Framed {...props} visiting={visiting}>
      <TextBox visiting={visiting} empty={props.empty} long mono />
    </Framed>
  );
}

export function JsonControl(props: ControlProps) {
  return useFormParts().mayEdit ? <JsonVisit {...props} /> : <ReadOnly {...props} />;
}

function Framed<T>({
  place,
  visiting,
  children,
  ...props
}: ControlProps & { visiting: Visiting<T>; children: ReactNode }) {
  const { label, help, aside, quietLabel } = props;
  return (
    <Frame
      path={place.path}
      label={label}
      help={help}
      quietHelp={props.empty !== undefined}
      aside={aside}
      quietLabel={quietLabel}
      visiting={visiting as never}
    >
      {children}
    </Frame>
  );
}

function ReadOnly({ place, label, help, quietLabel, empty }: ControlProps) {
  return (
    <Frame path={place.path} label={label} help={help} quietLabel={quietLabel} group>
      <ReadValue place={place} empty={empty} />
    </Frame>
  );
}
