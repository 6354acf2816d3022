"""Whoever watches a run gets every event once, in order, whatever happens to hints and connections."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import Group, User

from dashboard.asgi import application
from dashboard.live import hub as hub_module
from dashboard.live import source as source_module
from dashboard.live.consumers import RunSocket
from dashboard.live.outbox import Outbox
from orchestration import notify
from orchestration.models import Run
from orchestration.selectors.runs import snapshot
from orchestration.selectors.views import Update
from orchestration.services.runs import run_continue, run_pause
from tests.live.conftest import Watch, Watcher, in_database

pytestmark = pytest.mark.django_db(transaction=True)


@in_database
def append(run: Run, count: int) -> int:
    """Let the log grow by `count` events; gives its last number."""
    user = User.objects.get(username="ada")
    for _ in range(count):
        row = Run.objects.get(pk=run.pk)
        (run_continue if row.status == "paused" else run_pause)(run=row, actor=user)
    seq: int = Run.objects.values_list("seq", flat=True).get(pk=run.pk)
    return seq


@in_database
def view_of(run: Run) -> dict[str, Any]:
    return snapshot(Run.objects.with_context().get(pk=run.pk)).model_dump(mode="json")


# ── every event once, in order ──────────────────────────────────────────────────────────────


async def test_from_the_start_the_whole_log_comes(run: Run, watch: Watch) -> None:
    watcher = await watch(f"/ws/runs/{run.pk}/")
    assert await watcher.take() == {"type": "hello", "seq": run.seq, "protocol": 1}
    await watcher.reach(run.seq)
    assert watcher.events == list(range(run.seq + 1))


async def test_news_follow_the_snapshot(run: Run, watch: Watch) -> None:
    start = await view_of(run)
    watcher = await watch(f"/ws/runs/{run.pk}/?after={start['seq']}")
    watcher.seq = start["seq"]
    last = await append(run, 3)
    await watcher.reach(last)
    assert watcher.events == list(range(start["seq"] + 1, last + 1))
    assert watcher.run == (await view_of(run))["run"]


async def test_an_update_is_what_its_schema_says(run: Run, watch: Watch) -> None:
    watcher = await watch(f"/ws/runs/{run.pk}/")
    await watcher.take()
    message = await watcher.take()
    assert Update.model_validate(message).model_dump(mode="json") == message


async def test_half_of_the_hints_get_lost(run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "CHECK_SECONDS", 0.2)
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.2)
    chance = random.Random(7)  # noqa: S311  # the same run each time
    layer: Any = get_channel_layer()
    send = layer.group_send

    async def lossy(group: str, message: dict[str, Any]) -> None:
        if chance.random() < 0.5:
            await send(group, message)

    monkeypatch.setattr(layer, "group_send", lossy)
    watchers = [await watch(f"/ws/runs/{run.pk}/") for _ in range(3)]
    last = 0
    for _ in range(8):
        last = await append(run, chance.randint(1, 4))
        await asyncio.sleep(0)
    for watcher in watchers:
        await watcher.reach(last)
        assert watcher.events == list(range(last + 1))
        assert not watcher.resets


async def test_without_any_hint_news_come_by_looking(
    run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes, and no layer carries its hints."""
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.05)
    watcher = await watch(f"/ws/runs/{run.pk}/")
    await watcher.reach(run.seq)
    notify.bind_loop(None)
    last = await append(run, 2)
    await watcher.reach(last)


async def test_reconnecting_brings_exactly_the_rest(run: Run, watch: Watch) -> None:
    chance = random.Random(11)  # noqa: S311  # the same cuts each time
    seen: list[int] = []
    seq = -1
    last = run.seq
    for _ in range(5):
        watcher = await watch(f"/ws/runs/{run.pk}/?after={seq}")
        watcher.seq = seq
        last = await append(run, chance.randint(1, 3))
        for _ in range(chance.randint(1, 3)):  # cut anywhere
            await watcher.take()
            if watcher.seq == last:
                break
        await watcher.socket.disconnect()
        seen += watcher.events
        seq = watcher.seq
    rest = await watch(f"/ws/runs/{run.pk}/?after={seq}")
    rest.seq = seq
    await rest.reach(last)
    assert seen + rest.events == list(range(last + 1))


async def test_all_watchers_see_the_same_nodes_as_the_snapshot(run: Run, watch: Watch) -> None:
    early = await watch(f"/ws/runs/{run.pk}/")
    last = await append(run, 2)
    late = await watch(f"/ws/runs/{run.pk}/?after=0")
    late.seq = 0
    for watcher in (early, late):
        await watcher.reach(last)
    nodes = {node["id"]: node for node in (await view_of(run))["nodes"]}
    assert early.nodes == nodes
    assert late.nodes.items() <= nodes.items()


# ── a stall has no event ────────────────────────────────────────────────────────────────────


async def test_a_stall_sends_the_run_alone(run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.05)
    watcher = await watch(f"/ws/runs/{run.pk}/")
    await watcher.reach(run.seq)
    refusal = {"code": "unknown_tool", "message": "It is not here.", "permanent": False, "node": "approve"}
    await in_database(Run.objects.filter(pk=run.pk).update)(status="stalled", refusal=refusal)
    message = await watcher.take()
    assert (message["from"], message["to"]) == (run.seq + 1, run.seq)
    assert (message["nodes"], message["events"]) == ([], [])
    assert message["run"]["status"] == "stalled"
    assert watcher.seq == run.seq


# ── reset ───────────────────────────────────────────────────────────────────────────────────


async def test_ahead_of_the_log_is_reset(run: Run, watch: Watch) -> None:
    watcher = await watch(f"/ws/runs/{run.pk}/?after={run.seq + 5}")
    assert (await watcher.take())["type"] == "hello"
    assert await watcher.take() == {"type": "reset", "seq": run.seq}
    last = await append(run, 1)
    await watcher.reach(last)  # and goes on from there


async def test_too_far_behind_is_reset(run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "KEPT_FACTS", 2)
    await append(run, 4)
    watcher = await watch(f"/ws/runs/{run.pk}/?after=0")
    assert [(await watcher.take())["type"] for _ in range(2)] == ["hello", "reset"]


async def test_a_slow_client_is_reset_in_place_of_its_backlog(
    run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outbox.__init__, "__defaults__", (3, 1_000_000))
    reading = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        async def patient(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                await reading.wait()
            await send(message)

        inner: Any = application
        await inner(scope, receive, patient)

    stuck = await watch(f"/ws/runs/{run.pk}/", send=slow)
    quick = await watch(f"/ws/runs/{run.pk}/")
    last = run.seq
    for _ in range(8):
        last = await append(run, 1)
        await quick.reach(last)  # nobody waits for the slow one
    reading.set()
    await stuck.reach(last)
    assert stuck.resets and len(stuck.events) < last
    assert quick.events == list(range(last + 1)) and not quick.resets


# ── who may watch ───────────────────────────────────────────────────────────────────────────


async def test_strangers_are_told_and_closed(run: Run, watch: Watch) -> None:
    watcher = await watch(f"/ws/runs/{run.pk}/", cookie="")
    assert await watcher.closed() == ("unauthenticated", 4401)


@pytest.mark.parametrize(
    ("address", "closed"),
    [
        ("/ws/runs/999999/", ("not_found", 4404)),
        ("/ws/runs/{run}/?after=x", ("bad_request", 4400)),
        ("/ws/runs/{run}/?after=99999999999999999999", ("bad_request", 4400)),
    ],
)
async def test_odd_addresses(run: Run, watch: Watch, address: str, closed: tuple[str, int]) -> None:
    watcher = await watch(address.format(run=run.pk))
    assert await watcher.closed() == closed


async def test_a_permission_that_is_lost_ends_the_watching_at_the_next_ping(
    run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunSocket, "ping_seconds", 0.05)
    watcher = await watch(f"/ws/runs/{run.pk}/")
    while (await watcher.take())["type"] != "ping":
        pass
    await in_database(lambda: Group.objects.get(name="Admin").user_set.clear())()
    assert await watcher.closed() == ("forbidden", 4403)


async def test_a_session_that_ends_ends_the_watching(
    run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunSocket, "ping_seconds", 0.05)
    watcher = await watch(f"/ws/runs/{run.pk}/")
    await in_database(User.objects.filter(username="ada").update)(is_active=False)
    assert await watcher.closed() == ("unauthenticated", 4401)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://localhost:9999", "", "null", "http://localhost.evil.example"]
)
async def test_pages_from_elsewhere_are_turned_away(run: Run, cookie: str, origin: str) -> None:
    accepted, _ = await Watcher(f"/ws/runs/{run.pk}/", cookie, origin=origin).socket.connect()
    assert not accepted


# ── what it costs ───────────────────────────────────────────────────────────────────────────


async def test_one_hub_reads_for_all_and_ends_with_the_last(run: Run, watch: Watch) -> None:
    first, second = [await watch(f"/ws/runs/{run.pk}/") for _ in range(2)]
    for watcher in (first, second):
        await watcher.reach(run.seq)
    hubs = hub_module._hubs[asyncio.get_running_loop()]
    group = notify.run_group(run.pk)
    assert list(hubs) == [group]
    task = hubs[group]._task
    for watcher in (first, second):
        await watcher.socket.disconnect()
    await asyncio.wait_for(asyncio.shield(task), 5)
    assert not hubs


async def test_a_hub_that_breaks_off_lets_its_watchers_reconnect(
    run: Run, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = await watch(f"/ws/runs/{run.pk}/")
    await watcher.reach(run.seq)
    with monkeypatch.context() as broken:
        broken.setattr(source_module.RunSource, "news", lambda self: 1 / 0)
        await append(run, 1)
        assert await watcher.closed() == ("try_again", 4503)
    again = await watch(f"/ws/runs/{run.pk}/?after={watcher.seq}")
    again.seq = watcher.seq
    await again.reach(run.seq + 1)


@pytest.mark.parametrize("address", ["/", "/ws/", "/ws/nope/", "/ws/runs/x/", "/ws/runs/1/more/"])
async def test_an_address_that_leads_nowhere_is_closed(address: str) -> None:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    socket = WebsocketCommunicator(application, address, headers=headers)
    connected, _ = await socket.connect()
    assert not connected
    await socket.wait()
