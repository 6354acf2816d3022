import { useStore } from "@xyflow/react";

/** Over this many nodes the canvas shows less of each where it is small, and edges as one picture. */
export const MANY = 300;
/** Under this zoom the cards of a large graph become blocks: their text could not be read. */
export const CARDS_FROM = 0.42;
/** What is looked for is shown at least this large. */
export const FOUND_AT = 0.6;

/** Whether the nodes are drawn as blocks now. It changes only when the zoom crosses the line. */
export function useBlocks(count: number): boolean {
  const far = useStore((state) => state.transform[2] < CARDS_FROM);
  return far && count > MANY;
}
