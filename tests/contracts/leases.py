"""What every Leases promises. A subject inherits `LeasesContract` and says who is alive."""

from __future__ import annotations

from abc import ABC, abstractmethod

from orchestration.engine.ports import Leases


class LeasesContract(ABC):
    leases: Leases
    run: int

    @abstractmethod
    def live(self, owner: str) -> None:
        """Let this owner be alive."""

    @abstractmethod
    def die(self, owner: str) -> None:
        """Let this owner be dead."""

    def test_a_call_that_nobody_started_is_not_started(self) -> None:
        assert not self.leases.started(self.run, "pay#1")

    def test_a_write_is_marked_before_it_is_made(self) -> None:
        self.live("one")
        assert self.leases.start(self.run, "pay#1", "one") == 1
        assert self.leases.started(self.run, "pay#1")
        assert not self.leases.started(self.run, "pay#2")

    def test_a_live_owner_keeps_others_and_itself_from_starting_again(self) -> None:
        self.live("one")
        self.live("two")
        self.leases.start(self.run, "pay#1", "one")
        assert self.leases.start(self.run, "pay#1", "two") is None
        assert self.leases.start(self.run, "pay#1", "one") is None

    def test_the_heir_of_a_dead_owner_gets_a_higher_fence(self) -> None:
        self.live("one")
        self.live("two")
        self.leases.start(self.run, "pay#1", "one")
        self.die("one")
        assert self.leases.start(self.run, "pay#1", "two") == 2

    def test_a_released_call_may_be_made_again(self) -> None:
        self.live("one")
        self.leases.start(self.run, "pay#1", "one")
        self.leases.release(self.run, "pay#1")
        assert not self.leases.started(self.run, "pay#1")
        assert self.leases.start(self.run, "pay#1", "one") is not None

    def test_releasing_what_is_not_held_does_nothing(self) -> None:
        self.leases.release(self.run, "pay#1")
        assert not self.leases.started(self.run, "pay#1")
