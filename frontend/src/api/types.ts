/** Short names for the generated types; nothing here states a shape of its own. */
import type { components } from "./generated";

type Schemas = components["schemas"];

export type TaskStatus = Schemas["TaskStatus"];
export type RunStatus = Schemas["RunStatus"];
export type EdgeState = Schemas["EdgeState"];
export type ProblemView = Schemas["ProblemView"];
export type NodeView = Schemas["NodeView"];
export type RunView = Schemas["RunView"];
export type RunVerb = RunView["verbs"][number];
export type EventView = Schemas["EventView"];
export type EventPage = Schemas["EventPage"];
export type RunSnapshot = Schemas["RunSnapshot"];
export type CallView = Schemas["CallView"];
export type AttemptView = Schemas["AttemptView"];
export type NodeDetail = Schemas["NodeDetail"];
export type ApprovalView = Schemas["ApprovalView"];
export type DecisionRequest = Schemas["DecisionRequest"];
export type ValidationResult = Schemas["ValidationResult"];
/** One way in which a value misses its schema; `path` is like `$.lines[0].amount`. */
export type Violation = Schemas["FieldError"];

/** A graph's shape: what the canvas lays out. `team` is the node that holds this one. */
export type Structure = Schemas["GraphStructure"];
export type StructureNode = Schemas["GraphNode"];
export type StructureEdge = Schemas["GraphEdge"];
export type GraphDetail = Schemas["GraphDetail"];
export type RunStartRequest = Schemas["RunStartRequest"];

export type Update = Schemas["Update"];
export type ServerMessage =
  | Schemas["Hello"]
  | Schemas["Reset"]
  | Update
  | Schemas["Ping"]
  | Schemas["SocketError"];
/** What `/ws/me/` says. */
export type MyMessage = Schemas["ApprovalCount"] | Schemas["Ping"] | Schemas["SocketError"];
