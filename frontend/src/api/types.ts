/** Short names for the generated types; nothing here states a shape of its own. */
import type { components } from "./generated";

type Schemas = components["schemas"];

export type TaskStatus = Schemas["TaskStatus"];
export type RunStatus = Schemas["RunStatus"];
export type EdgeState = Schemas["EdgeState"];
export type ProblemView = Schemas["ProblemView"];
export type NodeView = Schemas["NodeView"];
export type RunView = Schemas["RunView"];
export type SpentView = Schemas["SpentView"];
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
export type Structure = Omit<Schemas["GraphStructure"], "positions"> &
  Partial<Pick<Schemas["GraphStructure"], "positions">>;
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

export type DraftView = Schemas["DraftView"];
export type DraftProblem = Schemas["DraftProblem"];
export type DraftProblems = Schemas["DraftProblems"];
export type PlacedNode = Schemas["PlacedNode"];
export type Patch = Schemas["Patch"];
export type ChangeLine = Schemas["ChangeLine"];
export type ChangeView = Schemas["ChangeView"];
export type ChangePage = Schemas["ChangePage"];
export type ChangeResult = Schemas["ChangeResult"];
export type Position = Schemas["Position"];
export type LayoutView = Schemas["LayoutView"];
export type PersonView = Schemas["PersonView"];
export type PresentPerson = Schemas["PresentPerson"];
export type Connections = Schemas["Connections"];
export type Catalog = Schemas["Catalog"];
export type KindEntry = Schemas["KindEntry"];
export type ToolEntry = Schemas["ToolEntry"];
export type ExpressionToTry = Schemas["ExpressionToTryRequest"];
export type ExpressionVerdict = Schemas["ExpressionVerdict"];
export type ScopeView = Schemas["ScopeView"];
export type ScopePath = Schemas["ScopePath"];
export type SampleValue = Schemas["SampleValue"];
export type RevisionView = Schemas["RevisionView"];
export type RevisionPage = Schemas["RevisionPage"];
export type Comparison = Schemas["Comparison"];
export type OverlayNode = Schemas["OverlayNode"];
export type OverlayEdge = Schemas["OverlayEdge"];
export type ImportedGraph = Schemas["ImportedGraph"];
export type GraphSummary = Schemas["GraphSummary"];
export type GraphUpdate = Schemas["GraphUpdate"];
export type People = Schemas["People"];
/** What a page says on `/ws/graphs/<slug>/`. */
export type Look = Schemas["Look"];
/** What `/ws/graphs/<slug>/` says. */
export type GraphMessage =
  | Schemas["Hello"]
  | Schemas["Reset"]
  | GraphUpdate
  | People
  | Schemas["Ping"]
  | Schemas["SocketError"];
