"""The state of a table as JSON: the fields that are the same for all readers, and those of one reader.

Each reader is sent both. The fields of a reader are built from the view of the reader's seat, and all others from the
view of spectators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from okawari.game import Event, View
from okawari.game.gains import gains
from okawari.game.story import told_events
from okawari.server.play.seat import Seat
from okawari.server.play.table import Table
from okawari.server.runtime.live import Presence
from okawari.server.wire import messages as m
from okawari.server.wire.bills import worth_of

Json = dict[str, Any]


# The same for all readers


def shared_table(table: Table, present: Presence) -> Json:
    """The fields of a table that all readers share."""
    return {
        "id": table.id,
        "phase": table.phase,
        "setting": table.setting.to_json(),
        "options": asdict(table.options),
        "seats": [_seat(table, place, seat, present) for place, seat in enumerate(table.seats)],
        "fairness": None if table.rehearsal else fairness(table).model_dump(),
        "rehearsal": rehearsal(table),
        "hints": table.hints,
        "watchers": present.watchers,
        "rematch": table.rematch,
        "lesson": table.lesson and table.lesson.name,
    }


def _seat(table: Table, place: int, seat: Seat, present: Presence) -> Json:
    return {
        "seat": place,
        "kind": seat.kind,
        "name": seat.name,
        "shape": seat.shape,
        "bot": seat.bot,
        "online": seat.kind == "bot" or seat.person in present.online,
        "minded": seat.minded,
        "host": seat.person is not None and seat.person == table.host,
    }


def rehearsal(table: Table) -> Json | None:
    """Where a rehearsal goes on from; None for any other table."""
    if (rehearsed := table.rehearsal) is None:
        return None
    return {"table": rehearsed.table, "frame": rehearsed.frame, "seat": rehearsed.seat}


def fairness(table: Table) -> m.Fairness:
    """The commitment to the deal, with the secret once the game is over."""
    over = table.game and table.game.over and table.game.seed
    return m.Fairness(
        commitment=table.commitment,
        nonces=table.all_nonces,
        opened=table.secret.hex() if over else None,
        seed=over.hex() if over else None,
    )


def shared_game(table: Table, view: View, bill: list[Json]) -> Json:
    """The fields of a game that all readers share; `view` is that of spectators."""
    return {
        "number": table.moment,
        "turns": table.setting.turns,
        "worth": worth_of(view),
        "bill": bill,
        "deadline": table.deadline,
    }


def waiting_fields(table: Table, busy: bool) -> Json:
    """The fields of a game that change within a turn; `busy` is whether the server's bots are."""
    return {"to_move": list(table.to_move), "busy": busy}


def events_of(events: Sequence[Event], table: Table) -> list[Json]:
    """Events as they are sent: the lines of bills are left out, since the bill is sent, and so is what is false."""
    return [
        {word: value for word, value in event.items() if value is not False}
        for event in told_events(events, table.setting)
        if event["event"] != "line"
    ]


# Of one reader


def own_table(table: Table, person: str | None) -> Json:
    """The fields of a table that depend on the reader."""
    mine = table.seats_of(person)
    in_lobby = table.phase == "lobby" and bool(mine or person == table.host)
    return {
        "yours": mine,
        "host": person == table.host,
        "code": table.code if in_lobby else None,
        "code_until": table.code_until if in_lobby else None,
        "key": table.key if in_lobby else None,
        "take_back": may_take_back(table, person),
    }


def may_take_back(table: Table, person: str | None) -> bool:
    """Whether a person may take their last choice back now."""
    return any(map(table.may_take_back, table.seats_of(person)))


def seat_gains(view: View) -> Json:
    """What each card or die that the viewer could take would bring, by its word."""
    return {word: {"code": gain.code, **gain.params} for word, gain in gains(view).items()}
