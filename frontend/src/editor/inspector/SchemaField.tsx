import { JsonControl } from "./controls";
import type { Place } from "./places";

/** A JSON Schema, built field by field. */
export function SchemaField({ place, label, help }: { place: Place; label: string; help?: string }) {
  return <JsonControl place={place} label={label} help={help} />;
}
