/** Short names for the generated types; nothing here states a shape of its own but the ones below. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type TaskStatus = Schemas["TaskStatus"];
export type RunStatus = Schemas["RunStatus"];
export type EdgeState = Schemas["EdgeState"];
export type Preview = Schemas["Preview"];
export type ProblemView = Schemas["ProblemView"];
export type ParkedView = Schemas["ParkedView"];
export type DependencyView = Schemas["DependencyView"];
export type NodeView = Schemas["NodeView"];
export type RunView = Schemas["RunView"];
export type RunVerb = RunView["verbs"][number];
export type EventView = Schemas["EventView"];
export type RunSnapshot = Schemas["RunSnapshot"];
export type CallView = Schemas["CallView"];
export type AttemptView = Schemas["AttemptView"];
export type NodeDetail = Schemas["NodeDetail"];
export type ApprovalView = Schemas["ApprovalView"];

export type Hello = Schemas["Hello"];
export type Reset = Schemas["Reset"];
export type Update = Schemas["Update"];
export type Ping = Schemas["Ping"];
export type SocketError = Schemas["SocketError"];
export type ServerMessage = Hello | Reset | Update | Ping | SocketError;

/** A graph's shape: what the canvas lays out. `team` is the node that holds this one. */
export interface StructureNode {
  id: string;
  title: string;
  kind: string;
  index: number;
  team?: string | null;
}

export interface StructureEdge {
  id: string;
  source: string;
  target: string;
  case?: string | null;
}

export interface Structure {
  nodes: StructureNode[];
  edges: StructureEdge[];
}

export interface EventPage {
  events: EventView[];
  seq: number;
}

export interface GraphDetail extends Structure {
  slug: string;
  name: string;
  revision: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON Schema
  input_schema: any;
}

/** One way in which a value misses its schema; `path` is like `$.lines[0].amount`. */
export interface Violation {
  path: string;
  message: string;
}
