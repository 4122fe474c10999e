"""The messages `state` and `update`: the whole state of a table for a reader, or what has changed since the last one.

What is the same for all readers of a table is worked out and encoded once.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import NamedTuple

from okawari.server.play.table import Table
from okawari.server.runtime.live import LiveTable
from okawari.server.wire.bills import bills_of
from okawari.server.wire.patch import Patch, difference
from okawari.server.wire.state import (
    Json,
    events_of,
    may_take_back,
    own_table,
    seat_gains,
    shared_game,
    shared_table,
    waiting_fields,
)

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode

#: The parts of a state. The last two are None in the lobby.
PARTS = ("table", "game", "view")
Parts = dict[str, Json | None]


class Changes(NamedTuple):
    """Changes of the shared state, encoded: the fields of the patch of each part, and what follows the patches."""

    patches: dict[str, str]
    news: str


NOTHING = Changes({}, "")


@dataclass(slots=True, eq=False)
class Snapshot:
    """The shared state at a time."""

    parts: Parts
    #: The server's time.
    made: float = 0.0
    #: How often a choice had been taken back, how many events the game had, and how many of them are sent.
    backs: int = 0
    events: int = 0
    sent: int = 0
    #: The events that were new.
    news: list[Json] = field(default_factory=list)
    #: A later state, and the changes since this one; None if the whole state has to be sent.
    next: Snapshot | None = None
    changes: Changes | None = None


@dataclass(slots=True)
class Reader:
    """The recipient of messages about a table: their id, the seat whose view they get, and what was sent already."""

    person: str | None
    #: At a shared device, the seat of the last `look`.
    looking: int | None = None
    #: How many events the client had when it connected.
    events: int = 0
    #: The number of the last message.
    seq: int = 0
    #: The shared state that was sent last; None if the whole state has to be sent.
    shared: Snapshot | None = None
    #: The version of the fields that change within a turn that was sent last.
    waiting: int = 0
    #: The fields of the reader that were sent last, and the changes of the table from which they were made.
    own: Json = field(default_factory=dict)
    changes: int = -1
    #: The turn and the seat of the hand that was sent last, the fields of the view that only its seat knows, and the
    #: choice that the rules make for the seat, if any.
    hand: tuple[int, int | None] | None = None
    private: Json = field(default_factory=dict)
    forced: str | None = None

    def view_of(self, table: Table) -> int | None:
        """The seat whose view the reader gets; None for the spectators' view."""
        seats = table.seats_of(self.person)
        if len(seats) == 1:
            return seats[0]
        return self.looking if self.looking in seats else None


class Updates:
    """The shared state of a table, and the messages that tell its changes."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._shared = Snapshot(dict.fromkeys(PARTS))
        #: The log row and the changes of the table when it was last looked at.
        self._made_from = (-1, -1)
        #: What the parts were made from: the changes and the turn of the table, and the rounds on the bill.
        self._changes, self._moment, self._scored = -1, 0, 0
        self._bill: list[Json] = []
        #: The fields that change within a turn, their version, their last change, and the log row they were made from.
        self._waiting_fields, self._waiting, self._waiting_patch, self._row = Json(), 0, "", 0

    def message(self, reader: Reader, now: float, busy: bool) -> str | None:
        """The next message to a reader: an update, or the whole state; None if nothing has changed.

        `now` is the server's time, and `busy` is whether its bots are.
        """
        self._refresh(now)
        self._refresh_waiting(busy)
        changes = self._changes_since(reader.shared)
        message = self._state(reader, now) if changes is None else self._update(reader, changes)
        reader.shared, reader.waiting = self._shared, self._waiting
        return message

    # The shared state

    def _refresh(self, now: float) -> None:
        """Bring the shared state up to date."""
        if (made_from := (self._live.table.rows, self._live.changes)) == self._made_from:
            return
        self._made_from = made_from
        table, before, parts = self._live.table, self._shared, self._current_parts()
        if all(parts[part] is before.parts[part] for part in PARTS):
            return
        self._shared = after = Snapshot(parts, now, table.backs)
        if table.game:
            known = before if before.backs == after.backs else Snapshot(parts)
            after.news = events_of(table.game.events_after(known.events), table)
            after.events, after.sent = table.game.event_count, known.sent + len(after.news)

    def _changes_since(self, before: Snapshot | None) -> Changes | None:
        """The changes of the shared state, worked out once for all readers; None if the whole state has to be sent."""
        if before is None or before is self._shared:
            return None if before is None else NOTHING
        if before.next is not self._shared:
            before.next, before.changes = self._shared, self._compare(before)
        return before.changes

    def _compare(self, before: Snapshot) -> Changes | None:
        after = self._shared
        if any(_fields(before.parts[part]) != _fields(after.parts[part]) for part in PARTS):
            return None
        patches = {
            part: difference(before.parts[part] or {}, after.parts[part] or {})
            for part in PARTS
            if before.parts[part] is not after.parts[part]
        }
        news = self._new_events(before)
        if "deadline" in patches.get("game", {}):
            news["now"] = after.made
        return Changes({part: _members(patch) for part, patch in patches.items() if patch}, _members(news))

    def _new_events(self, before: Snapshot) -> Json:
        """The fields of an update for new events; all of them if a choice was taken back."""
        table, after = self._live.table, self._shared
        if table.game is None or (before.events, before.backs) == (after.events, after.backs):
            return {}
        if before.backs != after.backs:
            return {"events_from": 0, "events": events_of(table.game.events, table)}
        if before.sent + len(after.news) == after.sent:
            return {"events_from": before.sent, "events": after.news}
        return {"events_from": before.sent, "events": events_of(table.game.events_after(before.events), table)}

    def _current_parts(self) -> Parts:
        """The parts of the shared state; a part that has not changed is the same object as before."""
        live, table, parts = self._live, self._live.table, self._shared.parts.copy()
        if self._changes != live.changes or not parts["table"] or parts["table"]["phase"] != table.phase:
            parts["table"], self._changes = shared_table(table, live.presence), live.changes
        if table.game and self._moment != table.moment:
            view = table.game.view()
            parts["game"], parts["view"] = shared_game(table, view, self._current_bill()), view.public_json()
            self._moment = table.moment
        elif parts["game"] and parts["game"]["deadline"] != table.deadline:
            parts["game"] = parts["game"] | {"deadline": table.deadline}
        return parts

    def _current_bill(self) -> list[Json]:
        """The bills of all plates, as of the end of the last round."""
        game = self._live.table.running
        if self._scored != game.round + game.over:
            self._bill, self._scored = bills_of(game.scores), game.round + game.over
        return self._bill

    def _refresh_waiting(self, busy: bool) -> None:
        """Bring the fields up to date that change within a turn."""
        table, before = self._live.table, self._waiting_fields
        if not table.game or (self._row == table.rows and before.get("busy") == busy):
            return
        self._row, self._waiting_fields = table.rows, waiting_fields(table, busy)
        if patch := _changed(before, self._waiting_fields):
            self._waiting += 1
            self._waiting_patch = _members(patch)

    # Messages

    def _update(self, reader: Reader, changes: Changes) -> str | None:
        """What has changed for a reader, with these changes of the shared state."""
        members = {part: [changes.patches[part]] if part in changes.patches else [] for part in PARTS}
        members["game"] += self._waiting_members(reader)
        for part, own in self._own_changes(reader).items():
            members[part] += [_members(own)] if own else []
        fields = [f'"{part}":{{{",".join(patch)}}}' for part, patch in members.items() if patch]
        fields += [changes.news] if changes.news else []
        if not fields:
            return None
        reader.seq += 1
        return f'{{"type":"update","seq":{reader.seq},{",".join(fields)}}}'

    def _waiting_members(self, reader: Reader) -> list[str]:
        """The changes within the turn since the last message to a reader, encoded."""
        behind = self._waiting - reader.waiting
        if behind == 0:
            return []
        return [self._waiting_patch if behind == 1 else _members(self._waiting_fields)]

    def _own_changes(self, reader: Reader) -> dict[str, Json]:
        """The fields of a reader that have changed since the last message, by part."""
        table = self._live.table
        seat = reader.view_of(table)
        changed = {"table": self._own_table(reader)}
        if table.game is None:
            return changed
        if reader.hand != (table.moment, seat):
            view = table.game.view(seat)
            private = view.private_json()
            changed |= {"view": _changed(reader.private, private), "game": {"gains": seat_gains(view)}}
            reader.hand, reader.private, reader.forced = (table.moment, seat), private, private.get("choice")
        choice = reader.forced if seat is None else table.pending.get(seat, reader.forced)
        if "choice" in reader.private and choice != reader.private["choice"]:
            changed["view"] = changed.get("view", {}) | {"choice": choice}
            reader.private["choice"] = choice
        return changed

    def _own_table(self, reader: Reader) -> Json:
        """The fields of the table that have changed for a reader."""
        table = self._live.table
        if reader.changes == self._live.changes and reader.own["take_back"] == may_take_back(table, reader.person):
            return {}
        before, reader.own, reader.changes = reader.own, own_table(table, reader.person), self._live.changes
        return _changed(before, reader.own)

    def _state(self, reader: Reader, now: float) -> str:
        """The whole state for a reader."""
        reader.own, reader.changes, reader.hand, reader.private = {}, -1, None, {}
        own = self._own_changes(reader)
        own["game"] = own.get("game", {}) | self._waiting_fields
        reader.seq += 1
        state: Json = {"type": "state", "seq": reader.seq}
        for part in PARTS:
            shared = self._shared.parts[part]
            state[part] = None if shared is None else shared | own[part]
        return _encode(state | self._events_for(reader) | {"now": now})

    def _events_for(self, reader: Reader) -> Json:
        """The events that a reader who has just connected does not have; all of them if some were taken back."""
        table = self._live.table
        known = 0 if table.backs else min(reader.events, self._shared.sent)
        events = events_of(table.game.events, table) if table.game else []
        return {"events_from": known, "events": events[known:]}


def _fields(part: Json | None) -> object:
    """The names of the fields of a part, to compare."""
    return None if part is None else part.keys()


def _members(fields: Patch) -> str:
    """The members of an object as JSON, without its braces."""
    return _encode(fields)[1:-1]


def _changed(before: Json, after: Json) -> Json:
    """The fields that are new or have another value."""
    return {word: value for word, value in after.items() if word not in before or before[word] != value}
