"""What travels over the sockets, and the codes that close them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from orchestration.graph.parts import Slug
from orchestration.selectors.draft_views import GraphUpdate, People
from orchestration.selectors.views import Hello, Ping, Reset, SocketError, Update, View


class ApprovalCount(View):
    """On ``/ws/me/``: how many open approvals this user may decide."""

    type: Literal["approvals"] = "approvals"
    open: int


class Look(BaseModel):
    """From the browser on ``/ws/graphs/<slug>/``: the node that this person looks at, null: none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["look"]
    node: Slug | None


MESSAGES: tuple[type[BaseModel], ...] = (
    Hello,
    Reset,
    Update,
    Ping,
    SocketError,
    ApprovalCount,
    GraphUpdate,
    People,
    Look,
)

# A socket that is refused is opened, told why by an `error` message and closed with its code: a
# browser cannot see why a handshake was turned down. (A foreign origin is turned down there.)
CLOSE_CODES: dict[str, int] = {
    "bad_request": 4400,  # `after` is not a number
    "unauthenticated": 4401,  # no session, or it ended: sign in, then reconnect
    "forbidden": 4403,  # the user may not watch this, or not any more: do not reconnect
    "not_found": 4404,  # there is no such run or graph
    "try_again": 4503,  # the server lost its thread: reconnect with `after`
}
