"""What people ask for at a table, and what is written into its log for it.

Each order looks at the table, refuses with a code what is not allowed, and else answers with the entries that do it.
Nothing is changed here. What the rules of the game forbid shows when the entries are applied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from okawari.game.notation import notation_for
from okawari.server import messages as m
from okawari.server.log import Entry
from okawari.server.people import Person, clean_name
from okawari.server.problems import WireProblem
from okawari.server.seat import Seat
from okawari.server.settings import Patience
from okawari.server.table import Table, written_setting

#: How often a choice may be changed in one turn.
MOST_CHANGES = 20
#: Rows of a log after which only choices are written, and that a pause ends: a long game has a few hundred rows.
MOST_ROWS = 5_000


@dataclass(frozen=True)
class Asker:
    """Whoever asks: a person with a right to be here, or the house itself."""

    person: Person
    invited: bool
    now: float
    patience: Patience


def until(table: Table, now: float, patience: Patience) -> dict[str, float]:
    """The deadline of a decision that begins now, as entries carry it."""
    seconds = patience.clocks.get(table.options.clock)
    return {} if seconds is None else {"until": now + seconds}


def sit(table: Table, order: m.Sit, asker: Asker) -> list[Entry]:
    """Take an empty seat, another one, or one's own again with a fresh nonce; or come back to it in a game."""
    seat = _seat_at(table, order.seat)
    if table.phase != "lobby":
        return come_back(table, order.seat, asker)
    _must(asker.invited or bool(table.seats_of(asker.person.id)), "not-invited", 403)
    if seat.kind != "empty" and seat.person != asker.person.id:
        raise WireProblem("seat-taken", seat=order.seat)
    again = seat.person == asker.person.id and order.name is None
    guest = seat.guest if again else order.name is not None
    name = seat.name if again and guest else clean_name(order.name) if order.name else asker.person.name
    shape = order.shape or (seat.shape if again else asker.person.shape)
    data = {"person": asker.person.id, "name": name, "shape": shape, "nonce": order.nonce, "guest": guest}
    moves_from = [] if guest or again else _own_seat(table, asker.person.id)
    return [*(Entry("stand", place) for place in moves_from), Entry("sit", order.seat, data)]


def _own_seat(table: Table, person: str) -> list[int]:
    """The seat of a person themself, guests aside."""
    return [place for place in table.seats_of(person) if not table.seats[place].guest]


def come_back(table: Table, seat: int, asker: Asker) -> list[Entry]:
    """Take one's own seat back from the bot that minds it."""
    _own(table, seat, asker)
    return [Entry("return", seat)] if table.seats[seat].minded else []


def stand(table: Table, order: m.Stand, asker: Asker) -> list[Entry]:
    """Leave a seat: in a game a bot minds it from then on."""
    _own(table, order.seat, asker)
    if table.phase == "lobby":
        entry = Entry("stand", order.seat)
    else:
        _must(table.phase in ("playing", "paused"), "not-playing")
        entry = Entry("mind", order.seat)
    left = [place for place in table.seats_of(asker.person.id) if place != order.seat and not table.seats[place].minded]
    return [entry, *([] if left else new_host(table, asker.person.id))]


def new_host(table: Table, leaver: str, here: Collection[str] = ()) -> list[Entry]:
    """Somebody else becomes the host if the host leaves: rather somebody who is here."""
    others = [seat.person for seat in table.seats if seat.waits_for_person and seat.person != leaver]
    others.sort(key=lambda person: person not in here)
    return [Entry("host", data={"person": others[0]})] if table.host == leaver and others else []


def configure(table: Table, order: m.Configure, asker: Asker) -> list[Entry]:
    """Change the game or the options."""
    _host_in_lobby(table, asker)
    return [Entry("configure", data={"setting": written_setting(order.setting), "options": order.options.model_dump()})]


def seat_bot(table: Table, order: m.SeatBot, asker: Asker) -> list[Entry]:
    """Put a bot into an empty seat, or change its level."""
    _host_in_lobby(table, asker)
    if _seat_at(table, order.seat).kind == "person":
        raise WireProblem("seat-taken", seat=order.seat)
    return [Entry("bot", order.seat, {"bot": order.bot})]


def clear(table: Table, order: m.Clear, asker: Asker) -> list[Entry]:
    """Remove a bot or a player; in a game a bot takes over."""
    _must(asker.person.id == table.host, "not-host", 403)
    seat = _seat_at(table, order.seat)
    _must(seat.kind != "empty", "seat-empty", seat=order.seat)
    if table.phase != "lobby":
        _must(table.phase in ("playing", "paused"), "not-playing")
        _must(seat.kind == "person", "only-in-lobby")
    return [Entry("clear", order.seat)]


def start(table: Table, order: m.Start, asker: Asker) -> list[Entry]:
    """Start the game."""
    _host_in_lobby(table, asker)
    return begin(table, asker)


def begin(table: Table, asker: Asker) -> list[Entry]:
    """Deal, once everybody sits."""
    _must(all(seat.kind != "empty" for seat in table.seats), "seats-empty")
    return [Entry("start", data=until(table, asker.now, asker.patience))]


def pause(table: Table, order: m.Pause, asker: Asker) -> list[Entry]:
    """Stop the clock and the game, or let them go on."""
    _must(asker.person.id == table.host, "not-host", 403)
    _must(table.phase in ("playing", "paused"), "not-playing")
    if order.paused == (table.phase == "paused"):
        return []
    data: dict[str, Any] = {"paused": order.paused}
    clock = until(table, asker.now, asker.patience)
    if not order.paused and table.left is not None and clock:
        data["until"] = min(asker.now + table.left, clock["until"])
    return [Entry("pause", data=data)]


def choose(table: Table, order: m.Choose, asker: Asker) -> list[Entry]:
    """Make or change a choice; whoever chooses is back at their seat."""
    _own(table, order.seat, asker)
    _must(table.phase != "paused", "paused")
    _must(table.phase == "playing", "not-playing")
    _must(order.number == table.moment, "stale", 409, number=table.moment)
    _must(table.changes[order.seat] < MOST_CHANGES, "too-many-changes", 429, most=MOST_CHANGES)
    chosen = choice(table, order.seat, order.move, asker.now, asker.patience)
    return [*come_back(table, order.seat, asker), chosen]


def choice(table: Table, seat: int, move: str, now: float, patience: Patience) -> Entry:
    """A choice as the log has it."""
    text = notation_for(table.setting).move(move).text
    return Entry("choose", seat, {"move": text, **until(table, now, patience)})


def take_back(table: Table, order: m.TakeBack, asker: Asker) -> list[Entry]:
    """Take the last choice back."""
    _own(table, order.seat, asker)
    _must(table.phase in ("playing", "paused"), "not-playing")
    if not table.may_take_back(order.seat):
        raise WireProblem("no-take-back" if table.sitting > 1 or table.phase == "paused" else "nothing-to-take-back")
    return [Entry("back", order.seat, until(table, asker.now, asker.patience))]


def _seat_at(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise WireProblem("no-such-seat", 404, seat=seat)
    return table.seats[seat]


def _own(table: Table, seat: int, asker: Asker) -> None:
    """Refuse whoever does not hold a seat."""
    _must(_seat_at(table, seat).person == asker.person.id, "not-your-seat", 403, seat=seat)


def _host_in_lobby(table: Table, asker: Asker) -> None:
    _must(asker.person.id == table.host, "not-host", 403)
    _must(table.phase == "lobby", "only-in-lobby")


def _must(holds: bool, code: str, status: int = 400, **params: Any) -> None:
    if not holds:
        raise WireProblem(code, status, **params)


#: Everything that is done by writing into the log of one table.
ORDERS: dict[type[m.Request], Callable[[Table, Any, Asker], list[Entry]]] = {
    m.Sit: sit,
    m.Stand: stand,
    m.Configure: configure,
    m.SeatBot: seat_bot,
    m.Clear: clear,
    m.Start: start,
    m.Pause: pause,
    m.Choose: choose,
    m.TakeBack: take_back,
}


def entries_for(table: Table, order: m.Request, asker: Asker) -> list[Entry]:
    """What is written for an order. A log that is much longer than any game takes only what ends the game."""
    ends = isinstance(order, m.Choose) or (isinstance(order, m.Pause) and not order.paused)
    _must(ends or table.rows < MOST_ROWS, "log-full", 429)
    return ORDERS[type(order)](table, order, asker)
