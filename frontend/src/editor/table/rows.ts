import { bodyOf, type Draft, type NodeJson } from "../model";

/** A node, and what is shown inside it. */
export interface Branch {
  readonly node: NodeJson;
  /** It is what the map or fold around it runs. */
  readonly body: boolean;
  /** Shown only for something that it holds. */
  readonly onTheWay: boolean;
  readonly inside: readonly Branch[];
}

/** One row of the tree grid: a node, and where it stands among those shown. */
export interface Row {
  readonly id: string;
  readonly branch: Branch;
  /** 1 for the graph's own nodes. */
  readonly level: number;
  /** From 1, among the `siblings` that are shown. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | null;
  /** Null: there is nothing to open. */
  readonly open: boolean | null;
}

/** The draft as a tree in document order. A body that stands beside its map or fold is shown inside it. */
export function branchesOf(draft: Draft, owner: string | null = null): Branch[] {
  const level = (draft.levels.get(owner) ?? []).map((id) => draft.nodes.get(id) as NodeJson);
  const runs = new Map<string, string>();
  for (const node of level) {
    const body = bodyOf(node);
    if (body !== null && body !== node.id && draft.home.get(body) === owner) runs.set(body, node.id);
  }
  const branch = (node: NodeJson, body: boolean): Branch => {
    const own = bodyOf(node);
    const inside = draft.levels.has(node.id) ? branchesOf(draft, node.id) : [];
    if (own !== null && runs.get(own) === node.id) {
      inside.unshift(branch(draft.nodes.get(own) as NodeJson, true));
    }
    return { node, body, onTheWay: false, inside };
  };
  return level.filter((node) => !runs.has(node.id)).map((node) => branch(node, false));
}

/** The branches that fit, and those that hold one that does. */
export function fitting(branches: readonly Branch[], fits: (node: NodeJson) => boolean): Branch[] {
  const kept: Branch[] = [];
  for (const branch of branches) {
    const inside = fitting(branch.inside, fits);
    const onTheWay = !fits(branch.node);
    if (!onTheWay || inside.length > 0) kept.push({ ...branch, onTheWay, inside });
  }
  return kept;
}

/** The rows of all that is open, from top to bottom. */
export function rowsOf(branches: readonly Branch[], closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const walk = (level: readonly Branch[], parent: string | null, depth: number) => {
    for (const [at, branch] of level.entries()) {
      const { id } = branch.node;
      const open = branch.inside.length === 0 ? null : !closed.has(id);
      rows.push({ id, branch, level: depth, position: at + 1, siblings: level.length, parent, open });
      if (open) walk(branch.inside, id, depth + 1);
    }
  };
  walk(branches, null, 1);
  return rows;
}

/** Where a key leads from the row at `at`; null: nowhere. */
export function rowAfter(rows: readonly Row[], at: number, key: string, page: number): number | null {
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(at + 1, last);
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "PageDown":
      return Math.min(at + page, last);
    case "PageUp":
      return Math.max(at - page, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** The next row, after the one at `at` and around, whose title starts with what was typed. */
export function rowNamed(rows: readonly Row[], at: number, typed: string): number | null {
  const wanted = typed.toLocaleLowerCase();
  // One more letter may still mean the row where the first ones led; a single letter goes on to the next.
  const first = [...typed].length > 1 ? at : at + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (first + step) % rows.length;
    const node = rows[index]?.branch.node;
    if (node && (node.title || node.id).toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return null;
}
