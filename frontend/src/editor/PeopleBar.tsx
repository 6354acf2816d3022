import { isolated } from "../ui/visible";
import { useEditor } from "./context";
import { titleOf } from "./model";
import { initials, inOrder } from "./people";

const SHOWN = 5;

/** Who has this graph open. Alone, one needs no telling. */
export function PeopleBar() {
  const people = useEditor((state) => state.people);
  const me = useEditor((state) => state.me.id);
  const nodes = useEditor((state) => state.draft.nodes);
  const everybody = inOrder(people, me);
  if (everybody.length < 2) return null;
  const described = everybody.map((person) => {
    const [name = ""] = isolated([person.name]);
    if (person.id === me) return `${name} (you)`;
    const node = person.node ? nodes.get(person.node) : undefined;
    const [title = ""] = node ? isolated([titleOf(node)]) : [];
    return title ? `${name}, at “${title}”` : name;
  });
  const rest = everybody.length - SHOWN;
  return (
    <ul className="people" aria-label="People who have this graph open">
      {everybody.slice(0, SHOWN).map((person, at) => (
        <li key={person.id} className={`person person-${person.colour}`} title={described[at]}>
          <span aria-hidden="true">{initials(person.name)}</span>
          <span className="visually-hidden">{described[at]}</span>
        </li>
      ))}
      {rest > 0 && (
        <li className="person person-more" title={described.slice(SHOWN).join("\n")}>
          <span aria-hidden="true">+{rest}</span>
          <span className="visually-hidden">{described.slice(SHOWN).join(", ")}</span>
        </li>
      )}
    </ul>
  );
}
