import { toJsonText } from "../../api/exact";
import { visible } from "../../ui/visible";
import { useFields } from "./desk";
import type { Place } from "./places";

/** A value as text, for those who may not change it. */
export function Shown({ value, empty }: { value: unknown; empty?: string }) {
  if (value === undefined || value === null || value === "") {
    return <p className="read-value muted">{empty ?? "Not set"}</p>;
  }
  if (typeof value === "boolean") return <p className="read-value">{value ? "Yes" : "No"}</p>;
  if (typeof value === "string" || typeof value === "number") {
    return (
      <p className="read-value">
        <bdi>{visible(String(value))}</bdi>
      </p>
    );
  }
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    if (value.length === 0) return <p className="read-value muted">None</p>;
    return (
      <ul className="read-value read-list">
        {value.map((one) => (
          <li key={one}>
            <bdi>{visible(one)}</bdi>
          </li>
        ))}
      </ul>
    );
  }
  return <pre className="evidence">{visible(toJsonText(value, 2))}</pre>;
}

export function ReadValue({ place, empty }: { place: Place; empty?: string }) {
  return <Shown value={place.read(useFields(place.node))} empty={empty} />;
}
