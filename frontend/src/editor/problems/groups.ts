import type { DraftProblem } from "../../api/types";

export type Level = DraftProblem["level"];

/** The gravest first. */
export const LEVELS: readonly { level: Level; title: string; what: string }[] = [
  { level: "well_formed", title: "Broken", what: "The graph does not hold together." },
  { level: "runnable", title: "Keeps it from being published", what: "It could not run as it is." },
  {
    level: "environment",
    title: "Does not fit what is registered here",
    what: "It can be published; here it may fail when it gets there.",
  },
];

export interface ProblemGroup {
  key: string;
  /** What all have in common: the message of a single one, else without what differs. */
  message: string;
  problems: DraftProblem[];
}

/** From how many on alike problems become one entry. */
const ALIKE = 4;

/** Text in quotes is what messages of one code differ in. */
const patternOf = ({ code, message }: DraftProblem): string =>
  `${code} ${message.replace(/“[^”]*”/g, "“…”")}`;

/** What `problems`, all of one pattern, have in common: quoted words stay where all have the same. */
function commonMessage(problems: readonly DraftProblem[]): string {
  const quoted = problems.map(({ message }) => [...message.matchAll(/“[^”]*”/g)].map(([words]) => words));
  let place = -1;
  return (problems[0]?.message ?? "").replace(/“[^”]*”/g, (words) => {
    place += 1;
    return quoted.every((own) => own[place] === words) ? words : "“…”";
  });
}

/** Problems in the order given; many of one kind stand together where the first of them stands. */
export function grouped(problems: readonly DraftProblem[]): ProblemGroup[] {
  const alike = new Map<string, DraftProblem[]>();
  for (const problem of problems) {
    const pattern = patternOf(problem);
    const same = alike.get(pattern);
    if (same) same.push(problem);
    else alike.set(pattern, [problem]);
  }
  const groups: ProblemGroup[] = [];
  const done = new Set<string>();
  for (const [at, problem] of problems.entries()) {
    const pattern = patternOf(problem);
    const same = alike.get(pattern) ?? [problem];
    if (same.length < ALIKE) {
      groups.push({ key: `${pattern} ${at}`, message: problem.message, problems: [problem] });
    } else if (!done.has(pattern)) {
      done.add(pattern);
      groups.push({ key: pattern, message: commonMessage(same), problems: same });
    }
  }
  return groups;
}
