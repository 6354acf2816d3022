import { useEditor } from "../context";

/** A ring in the colour of whoever else looks at this node, with their name on it. */
export function Presence({ id }: { id: string }) {
  const told = useEditor((state) =>
    state.people
      .filter((person) => person.node === id && person.id !== state.me.id)
      .map((person) => `${person.colour} ${person.name}`)
      .join("\n"),
  );
  if (!told) return null;
  const people = told.split("\n").map((line) => {
    const at = line.indexOf(" ");
    return { colour: line.slice(0, at), name: line.slice(at + 1) };
  });
  const [first] = people;
  const names = people.map((person) => person.name);
  return (
    <span className={`presence person-${first?.colour}`}>
      <span className="presence-name">
        <bdi>{names[0]}</bdi>
        {names.length > 1 && ` and ${names.length - 1} more`}
      </span>
    </span>
  );
}
