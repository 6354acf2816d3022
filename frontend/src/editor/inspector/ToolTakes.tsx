import { useFields } from "./desk";
import { useFormParts } from "./form";
import { takenBy } from "./takes";

/** What the tool that was chosen does and which fields it takes. */
export function ToolTakes({ node }: { node: string | null }) {
  const { catalog } = useFormParts();
  const { tool } = useFields(node);
  const entry = catalog?.tools.find((one) => one.name === tool);
  const taken = takenBy(catalog, tool);
  if (!entry) return null;
  return (
    <section className="takes" aria-label={`About the tool ${entry.name}`}>
      {entry.description && (
        <p className="takes-about">
          <bdi>{entry.description}</bdi>
        </p>
      )}
      <p className="takes-about">{EFFECTS[entry.effect] ?? entry.effect}</p>
      {taken?.length === 0 && <p className="takes-about">It takes no fields.</p>}
      {taken && taken.length > 0 && (
        <>
          <h4>It takes</h4>
          <ul>
            {taken.map(({ name, type, required, description }) => (
              <li key={name}>
                <bdi className="mono">{name}</bdi> <span className="takes-type">{type}</span>
                {required && <span className="combo-tag">required</span>}
                {description && (
                  <span className="takes-note">
                    <bdi>{description}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const EFFECTS: Record<string, string> = {
  read: "It reads and changes nothing.",
  idempotent: "It changes something; doing it twice is as good as once.",
  write: "It changes something, and is never made twice without a person's word.",
};
