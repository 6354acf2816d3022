import type { Structure } from "../api/types";
import { kindWord } from "../nodes/kinds";

const SHOWN = 1_000;

/** The nodes in words, where the graph cannot be drawn. */
export function NodeList({ structure: { nodes, edges } }: { structure: Structure }) {
  const titles = new Map(nodes.map((node) => [node.id, node.title]));
  const needs = new Map<string, string[]>();
  for (const edge of edges) {
    const list = needs.get(edge.target) ?? [];
    list.push(titles.get(edge.source) ?? edge.source);
    needs.set(edge.target, list);
  }
  return (
    <>
      <p className="banner banner-warning">This graph cannot be drawn. These are its nodes.</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Kind</th>
            <th scope="col">Needs</th>
          </tr>
        </thead>
        <tbody>
          {nodes.slice(0, SHOWN).map((node) => {
            const list = needs.get(node.id) ?? [];
            return (
              <tr key={node.id}>
                <td>
                  <bdi>{node.title}</bdi> <code className="muted">{node.id}</code>
                </td>
                <td>{kindWord(node.kind)}</td>
                <td>
                  {list.slice(0, 5).join(", ")}
                  {list.length > 5 && ` and ${list.length - 5} more`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {nodes.length > SHOWN && <p className="muted">And {nodes.length - SHOWN} more.</p>}
    </>
  );
}
