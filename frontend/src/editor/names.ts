import { visible } from "../ui/visible";
import { type NodeJson, titleOf } from "./model";

/** What a node is called, for the page: marks that turn what stands around them are in sight. */
export function nameOf(node: NodeJson): string {
  return visible(titleOf(node));
}
