"""The state that a client puts together from the messages of the server, as docs/wire.md describes it."""

from __future__ import annotations

import copy
from typing import Any

PARTS = ("table", "game", "view")


class WireState:
    """The last state of a table with the updates since, and all events."""

    def __init__(self, events: list[dict[str, Any]] | None = None) -> None:
        #: A message `state` with all changes; None before the first one.
        self.state: dict[str, Any] | None = None
        self.events = list(events or [])

    def read(self, message: dict[str, Any]) -> bool:
        """Read a message; returns whether it changed the state."""
        if message["type"] == "state":
            self.state = copy.deepcopy(message)
        elif message["type"] == "update":
            self._update(message)
        else:
            return False
        if "events" in message:
            assert message["events_from"] <= len(self.events)
            self.events = self.events[: message["events_from"]] + message["events"]
        return True

    def _update(self, message: dict[str, Any]) -> None:
        assert self.state
        assert message["seq"] == self.state["seq"] + 1
        self.state["seq"] = message["seq"]
        self.state["now"] = message.get("now", self.state["now"])
        for part in PARTS:
            patch = message.get(part, {})
            apply_patch(self.state[part], copy.deepcopy(patch))
            for path, value in patch.items():
                assert _at(self.state[part], path) == value, "nothing in a patch is hidden by what follows"


def as_sent(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events of a record as the wire has them: without the lines of bills, and without what is false."""
    return [
        {word: value for word, value in event.items() if value is not False}
        for event in events
        if event["event"] != "line"
    ]


def apply_patch(state: dict[str, Any], patch: dict[str, Any]) -> None:
    """Apply a patch: new values by their paths."""
    for path, value in patch.items():
        *way, last = path.split("/")
        place = _at(state, "/".join(way)) if way else state
        if isinstance(place, dict):
            place[last] = value
        else:
            assert int(last) <= len(place)
            place[int(last) : int(last) + 1] = [value]


def _at(state: Any, path: str) -> Any:
    for key in path.split("/"):
        state = state[int(key)] if isinstance(state, list) else state[key]
    return state
