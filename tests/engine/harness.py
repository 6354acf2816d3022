"""An engine over the in-memory fakes, driven by hand, one external event at a time."""

from __future__ import annotations

from typing import Any

from orchestration.engine.admission import Admitted, Submission
from orchestration.engine.drive import Driver, Outcome
from orchestration.engine.events import (
    Actor,
    AgentBinding,
    AgentCompleted,
    AgentToolCallRequested,
    Bindings,
    CancelRequested,
    DecisionRecorded,
    External,
    Failure,
    ModelCallCompleted,
    ModelCallRequested,
    Policy,
    PredicateEvaluated,
    RoleBinding,
    RunContinued,
    RunPaused,
    RunRetried,
    RunStarted,
    TimerFired,
    ToolBinding,
    ToolCallCompleted,
    Usage,
)
from orchestration.engine.fakes import FixedClock, MemoryDispatcher, MemoryLog, MemoryNotifier
from orchestration.engine.judging import judged
from orchestration.engine.keys import idempotency_key
from orchestration.engine.ports import Choose, MakeCall, RunAgent
from orchestration.engine.replay import Divergence, replay
from orchestration.engine.state import RunState
from orchestration.engine.version import ENGINE_VERSION
from orchestration.graph.document import document_from_value

ANN = Actor(id=1, name="ann")
BOB = Actor(id=2, name="bob")
TOOLS = {
    "look": ToolBinding(effect="read"),
    "file": ToolBinding(effect="idempotent"),
    "pay": ToolBinding(effect="write"),
    "count": ToolBinding(effect="read", output_schema={"type": "integer"}),
}
AGENTS = {
    "assistant": AgentBinding(hash="sha256:assistant", tools=("look",)),
    "digger": AgentBinding(hash="sha256:digger", role="researcher", tools=("look", "file")),
    "payer": AgentBinding(hash="sha256:payer", tools=("look", "pay")),
}
ROLES = {
    "researcher": RoleBinding(hash="sha256:researcher", tools=("look",)),
    "treasurer": RoleBinding(hash="sha256:treasurer", tools=("pay",), requires_approval=True),
}


def tool(id: str, *depends_on: Any, tool: str = "look", **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": tool, "depends_on": list(depends_on), **fields}


def agent(id: str, *depends_on: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "agent", "description": "Do it.", "depends_on": list(depends_on), **fields}


def decided(id: str, *depends_on: Any, cases: tuple[str, ...], **fields: Any) -> dict[str, Any]:
    listed = [{"name": name, "when": {"kind": "model_decision"}} for name in cases]
    return {"id": id, "kind": "branch", "depends_on": list(depends_on), "cases": listed, **fields}


def gate(id: str, *depends_on: Any, **fields: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"amount": {"type": "number"}}}
    base = {"id": id, "kind": "gate", "prompt": "Go on?", "approval_schema": schema}
    return {**base, "depends_on": list(depends_on), **fields}


def branch(id: str, *depends_on: Any, **cases: str) -> dict[str, Any]:
    listed = [{"name": name, "when": {"kind": "expression", "value": text}} for name, text in cases.items()]
    return {"id": id, "kind": "branch", "depends_on": list(depends_on), "cases": listed}


def delay(id: str, *depends_on: Any, seconds: int = 5) -> dict[str, Any]:
    return {"id": id, "kind": "delay", "seconds": seconds, "depends_on": list(depends_on)}


def team(id: str, *depends_on: Any, nodes: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "team", "nodes": nodes, "depends_on": list(depends_on), **fields}


def mapped(
    id: str, *depends_on: Any, body: dict[str, Any], over: str = "value", **fields: Any
) -> dict[str, Any]:
    base = {"id": id, "kind": "map", "over": over, "body": body}
    return {**base, "depends_on": list(depends_on), **fields}


def folded(
    id: str, *depends_on: Any, body: dict[str, Any], max_iterations: int = 3, **fields: Any
) -> dict[str, Any]:
    base = {"id": id, "kind": "fold", "body": body, "max_iterations": max_iterations}
    return {**base, "depends_on": list(depends_on), **fields}


def graph(*nodes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"schema_version": 1, "name": "A graph", "nodes": list(nodes), **fields}


class Harness:
    """One run. Nothing is called for real: a test completes, fails, decides and moves the clock."""

    def __init__(
        self,
        document: dict[str, Any],
        *,
        tools: dict[str, ToolBinding] | None = None,
        agents: dict[str, AgentBinding] | None = None,
    ) -> None:
        self.log = MemoryLog()
        self.clock = FixedClock()
        self.dispatcher = MemoryDispatcher()
        self.notifier = MemoryNotifier()
        self.bindings = Bindings(
            tools=TOOLS if tools is None else tools,
            agents=AGENTS if agents is None else agents,
            roles=ROLES,
            default_agent="assistant",
        )
        self.hash = self.log.keep_document(document_from_value(document))
        self.restart()
        self.run = 0

    def restart(self) -> None:
        """A new process: everything in memory is gone, the log is not."""
        self.driver = Driver(self.log, self.clock, self.dispatcher, self.notifier)

    def start(self, input: Any = None, *, key: str = "k") -> Harness:
        started = RunStarted(
            graph_hash=self.hash,
            input=input,
            bindings=self.bindings,
            policy=Policy(),
            engine=ENGINE_VERSION,
            key=key,
        )
        self.run = self.driver.start(self.log.create_run, started, ANN)
        return self

    def submit(self, *events: External, actor: Actor | None = None) -> list[Outcome]:
        return self.driver.submit(self.run, [Submission(event, actor) for event in events])

    def one(self, event: External, actor: Actor | None = None) -> Outcome:
        return self.submit(event, actor=actor)[0]

    def accept(self, event: External, actor: Actor | None = None) -> None:
        outcome = self.one(event, actor)
        assert isinstance(outcome, Admitted), outcome

    # ── what the world does ──

    def complete(self, node: str, output: Any = None) -> None:
        self.accept(ToolCallCompleted(call=self.call(node), output=output))

    def fail(self, node: str, message: str = "broken", **fields: Any) -> None:
        error = Failure(**{"code": "tool_error", "message": message, **fields})
        self.accept(ToolCallCompleted(call=self.call(node), error=error))

    def answer(
        self, node: str, outcome: str = "approve", input: Any = None, reason: str = "", actor: Actor = ANN
    ) -> Outcome:
        suspension = self.state.tasks[node].suspension
        assert suspension is not None, f"{node} does not wait"
        return self.one(
            DecisionRecorded(suspension=suspension, outcome=outcome, input=input, reason=reason), actor
        )

    def fire(self) -> None:
        """Move the clock to the next timer and fire it."""
        (timer, of), due = min(self.state.timers.items(), key=lambda item: item[1])
        self.clock.at = max(self.clock.at, due)
        self.accept(TimerFired(timer=timer, of=of))

    def pause(self) -> None:
        self.accept(RunPaused(), ANN)

    def go_on(self) -> None:
        self.accept(RunContinued(), ANN)

    def cancel(self) -> None:
        self.accept(CancelRequested(), ANN)

    def retry(self) -> None:
        self.accept(RunRetried(bindings=self.bindings), ANN)

    def judge(self, node: str, **outcome: Any) -> None:
        """Its output is judged: as the expression says, or as given."""
        said = PredicateEvaluated(node=node, **outcome) if outcome else judged(self.state.judging[node])
        self.accept(said)

    # ── what models and their agents do ──

    def ask(self, node: str, turn: int = 0, **fields: Any) -> str:
        """The agent at this node is about to ask its model; gives the call."""
        call = f"{self.state.working[node]}.{turn}"
        event = ModelCallRequested(
            call=call, node=node, purpose="work", model="m", request_hash=f"hash {turn}", **fields
        )
        self.accept(event)
        return call

    def reply(self, call: str, response: Any = "said", **fields: Any) -> None:
        usage = Usage(input_tokens=10, output_tokens=5)
        fields = {"usage": usage, "cost_usd": "0.01", **fields}
        self.accept(ModelCallCompleted(call=call, response=response, **fields))

    def turn(self, node: str, turn: int = 0, response: Any = "said", **fields: Any) -> None:
        """Ask, and be answered."""
        self.reply(self.ask(node, turn), response, **fields)

    def use(
        self, node: str, tool: str = "look", *, turn: int = 0, position: int = 0, input: Any = None
    ) -> str:
        """The agent at this node is about to call a tool; gives the call."""
        call = f"{self.state.working[node]}.{turn}.{position}"
        key = idempotency_key(
            self.state.key, node, self.state.tasks[node].predicate_rerun_count, f"{turn}.{position}", input
        )
        effect = self.bindings.tools[tool].effect
        self.accept(
            AgentToolCallRequested(
                call=call, node=node, tool=tool, input=input, effect=effect, idempotency_key=key
            )
        )
        return call

    def used(self, call: str, output: Any = None, error: Failure | None = None) -> None:
        self.accept(ToolCallCompleted(call=call, output=output, error=error))

    def finish(self, node: str, output: Any = "done") -> None:
        self.accept(AgentCompleted(call=self.state.working[node], output=output))

    def break_off(self, node: str, code: str = "provider_error", message: str = "It is down.") -> None:
        """The agent's attempt fails."""
        error = Failure(code=code, message=message)
        self.accept(AgentCompleted(call=self.state.working[node], error=error))

    def choose(self, node: str, response: Any, **fields: Any) -> None:
        """A model is asked which case, and answers."""
        call = self.state.choosing[node].call
        self.accept(
            ModelCallRequested(call=call, node=node, purpose="decision", model="m", request_hash="hash")
        )
        self.reply(call, response, **fields)

    def sent(self, node: str) -> list[RunAgent]:
        """What agents were told to do at this node, one after the other."""
        return [
            command
            for _, command in self.dispatcher.commands
            if isinstance(command, RunAgent) and command.node == node
        ]

    def choices(self, node: str) -> list[Choose]:
        return [
            command
            for _, command in self.dispatcher.commands
            if isinstance(command, Choose) and command.node == node
        ]

    # ── what can be seen ──

    @property
    def state(self) -> RunState:
        return self.driver.state(self.run)

    @property
    def status(self) -> str:
        return self.log.summaries[self.run].status

    @property
    def refusal(self) -> dict[str, Any] | None:
        return self.log.summaries[self.run].refusal

    @property
    def code(self) -> str | None:
        """Of the refusal."""
        return self.refusal["code"] if self.refusal else None

    def failure(self, node: str) -> Failure:
        found = self.state.tasks[node].failure
        assert found is not None, f"{node} has not failed"
        return found

    def verdict(self, node: str) -> dict[str, Any]:
        return self.state.tasks[node].predicate_outcome or {}

    def call(self, node: str) -> str:
        for call in self.state.open_calls.values():
            if call.node == node:
                return call.call
        raise AssertionError(f"no call of {node} is in flight, only {self.calls}")

    @property
    def calls(self) -> list[str]:
        return [call.node for call in self.state.open_calls.values()]

    def made(self, node: str) -> list[MakeCall]:
        return [
            command
            for _, command in self.dispatcher.commands
            if isinstance(command, MakeCall) and command.node == node
        ]

    @property
    def kinds(self) -> list[str]:
        return [envelope.kind for envelope in self.log.events[self.run]]

    def of(self, kind: str) -> list[Any]:
        return [envelope.payload for envelope in self.log.events[self.run] if envelope.kind == kind]

    def statuses(self) -> dict[str, str]:
        return {path: task.status.value for path, task in self.state.tasks.items()}

    def replay(self) -> Divergence | None:
        return replay(self.log.document, self.log.read(self.run))
