import { isScalar, Value } from "../panels/Value";
import { visible } from "../ui/visible";

/** What the decision rests on: what flows in and the outputs behind it, each under its name. */
export function Evidence({ evidence }: { evidence: Record<string, unknown> }) {
  const parts = Object.entries(evidence);
  // Plain values belong to one list; whole inputs and outputs stand each on its own.
  const isFlat = parts.every(([, value]) => isScalar(value));
  if (parts.length === 0) return null;
  if (isFlat) return <Value value={evidence} what="evidence" />;
  return (
    <div className="stack">
      {parts.map(([name, value]) => (
        <section key={name} className="evidence-part">
          <h2 className="evidence-name">{visible(name)}</h2>
          <Value value={value} what={name} />
        </section>
      ))}
    </div>
  );
}
