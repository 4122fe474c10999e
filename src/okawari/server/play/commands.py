"""The commands of a table: each returns the log entries that carry it out.

A command reads the table and raises a `Refusal` with a code, or `IllegalMove`, if it is not allowed. It does not change
the table: the entries are applied once they are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry
from okawari.server.play.person import Person, clean_name
from okawari.server.play.seat import Seat
from okawari.server.play.table import Table, checked_setting
from okawari.server.play.types import Level
from okawari.server.settings import Durations

#: How often a choice may be changed in one turn.
MOST_CHANGES = 20
#: From this many log rows on, only choices and the end of a pause are accepted; a long game has a few hundred rows.
MOST_ROWS = 5_000


@dataclass(frozen=True)
class Sender:
    """The sender of a command: a person, whether they may take a free seat, and the time of the command."""

    person: Person
    invited: bool
    now: float
    durations: Durations


def deadline_data(table: Table, now: float, durations: Durations) -> dict[str, float]:
    """The deadline of a turn, as data of a log entry; empty if the table has no clock.

    The turn begins when the page has shown the one before, which ends now.
    """
    seconds = durations.clocks.get(table.options.clock)
    return {} if seconds is None else {"until": now + shown_for(table, durations) + seconds}


def shown_for(table: Table, durations: Durations) -> float:
    """How many seconds the page shows what was done last."""
    return durations.move_shown if table.setting.in_turns else durations.turn_shown


def sit(
    table: Table, sender: Sender, seat: int, nonce: str, name: str | None = None, shape: int | None = None
) -> list[Entry]:
    """Take an empty seat, change seats, or renew the nonce of one's own seat; in a game, return to one's own seat."""
    sitting = _seat_at(table, seat)
    if table.phase != "lobby":
        return come_back(table, seat, sender)
    _must(sender.invited or bool(table.seats_of(sender.person.id)), "not-invited", 403)
    if sitting.kind != "empty" and sitting.person != sender.person.id:
        raise Refusal("seat-taken", seat=seat)
    again = sitting.person == sender.person.id and name is None
    guest = sitting.guest if again else name is not None
    called = sitting.name if again and guest else clean_name(name) if name else sender.person.name
    shape = shape or (sitting.shape if again else sender.person.shape)
    data = {"person": sender.person.id, "name": called, "shape": shape, "nonce": nonce, "guest": guest}
    moves_from = [] if guest or again else _own_seat(table, sender.person.id)
    return [*(Entry("stand", place) for place in moves_from), Entry("sit", seat, data)]


def _own_seat(table: Table, person: str) -> list[int]:
    """The seat that a person holds for themself, in a list; seats of their sockets are left out."""
    return [place for place in table.seats_of(person) if not table.seats[place].guest]


def come_back(table: Table, seat: int, sender: Sender) -> list[Entry]:
    """Take one's own seat back from the bot that plays it; nothing if no bot does."""
    _must_hold(table, seat, sender)
    return [Entry("return", seat)] if table.seats[seat].minded else []


def stand(table: Table, sender: Sender, seat: int) -> list[Entry]:
    """Leave a seat: it becomes empty in the lobby, and is played by a bot in a game."""
    _must_hold(table, seat, sender)
    if table.phase == "lobby":
        entry = Entry("stand", seat)
    else:
        _must(table.phase in ("playing", "paused"), "not-playing")
        entry = Entry("mind", seat)
    left = [place for place in table.seats_of(sender.person.id) if place != seat and not table.seats[place].minded]
    return [entry, *([] if left else new_host(table, sender.person.id))]


def new_host(table: Table, leaver: str, here: Collection[str] = ()) -> list[Entry]:
    """Make another player the host if the one who leaves is; people in `here`, who are connected, are preferred."""
    others = [seat.person for seat in table.seats if seat.waits_for_person and seat.person != leaver]
    others.sort(key=lambda person: person not in here)
    return [Entry("host", data={"person": others[0]})] if table.host == leaver and others else []


def configure(table: Table, sender: Sender, setting: dict[str, Any], options: dict[str, Any]) -> list[Entry]:
    """Change the setting or the options; host only, in the lobby."""
    _host_in_lobby(table, sender)
    checked = checked_setting(setting)
    _must(table.sitting <= checked["seats"], "too-many-people", seats=checked["seats"])
    return [Entry("configure", data={"setting": checked, "options": options})]


def seat_bot(table: Table, sender: Sender, seat: int, bot: Level) -> list[Entry]:
    """Put a bot into an empty seat, or change its level; host only, in the lobby."""
    _host_in_lobby(table, sender)
    if _seat_at(table, seat).kind == "person":
        raise Refusal("seat-taken", seat=seat)
    return [Entry("bot", seat, {"bot": bot})]


def clear(table: Table, sender: Sender, seat: int) -> list[Entry]:
    """Remove a bot or a player from a seat; in a game a bot replaces the player. Host only."""
    _must(sender.person.id == table.host, "not-host", 403)
    sitting = _seat_at(table, seat)
    _must(sitting.kind != "empty", "seat-empty", seat=seat)
    if table.phase != "lobby":
        _must(table.phase in ("playing", "paused"), "not-playing")
        _must(sitting.kind == "person", "only-in-lobby")
    return [Entry("clear", seat)]


def start(table: Table, sender: Sender) -> list[Entry]:
    """Start the game; host only, in the lobby."""
    _host_in_lobby(table, sender)
    return begin(table, sender)


def begin(table: Table, sender: Sender) -> list[Entry]:
    """Start the game without a check for the host; refused while a seat is empty."""
    _must(all(seat.kind != "empty" for seat in table.seats), "seats-empty")
    return [Entry("start", data=deadline_data(table, sender.now, sender.durations))]


def pause(table: Table, sender: Sender, paused: bool) -> list[Entry]:
    """Pause the game and its clock, or resume them; host only."""
    _must(sender.person.id == table.host, "not-host", 403)
    _must(table.phase in ("playing", "paused"), "not-playing")
    if paused == (table.phase == "paused"):
        return []
    data: dict[str, Any] = {"paused": paused}
    clock = deadline_data(table, sender.now, sender.durations)
    if not paused and table.left is not None and clock:
        data["until"] = min(sender.now + table.left, clock["until"])
    return [Entry("pause", data=data)]


def choose(table: Table, sender: Sender, seat: int, move: str, number: int) -> list[Entry]:
    """Make or change the choice of one's own seat for this turn; takes the seat back from a bot that plays it."""
    _must_hold(table, seat, sender)
    _must(table.phase != "paused", "paused")
    _must(table.phase == "playing", "not-playing")
    _must(number == table.moment, "stale", 409, number=table.moment)
    _must(table.changes[seat] < MOST_CHANGES, "too-many-changes", 429, most=MOST_CHANGES)
    chosen = choice(table, seat, move, sender.now, sender.durations)
    return [*come_back(table, seat, sender), chosen]


def choice(table: Table, seat: int, move: str, now: float, durations: Durations) -> Entry:
    """The log entry of a choice, with the move in canonical notation; `IllegalMove` if the rules forbid it."""
    text = table.running.check(seat, move).text
    return Entry("choose", seat, {"move": text, **deadline_data(table, now, durations)})


def take_back(table: Table, sender: Sender, seat: int) -> list[Entry]:
    """Take back the last choice of one's own seat."""
    _must_hold(table, seat, sender)
    _must(table.phase in ("playing", "paused"), "not-playing")
    if not table.may_take_back(seat):
        raise Refusal("no-take-back" if table.sitting > 1 or table.phase == "paused" else "nothing-to-take-back")
    return [Entry("back", seat, deadline_data(table, sender.now, sender.durations))]


def _seat_at(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Refusal("no-such-seat", 404, seat=seat)
    return table.seats[seat]


def _must_hold(table: Table, seat: int, sender: Sender) -> None:
    """Refuse a sender who does not hold the seat."""
    _must(_seat_at(table, seat).person == sender.person.id, "not-your-seat", 403, seat=seat)


def _host_in_lobby(table: Table, sender: Sender) -> None:
    _must(sender.person.id == table.host, "not-host", 403)
    _must(table.phase == "lobby", "only-in-lobby")


def _must(holds: bool, code: str, status: int = 400, **params: Any) -> None:
    if not holds:
        raise Refusal(code, status, **params)


#: The commands by the type of the message that sends them.
COMMANDS: dict[str, Callable[..., list[Entry]]] = {
    "sit": sit,
    "stand": stand,
    "configure": configure,
    "seat-bot": seat_bot,
    "clear": clear,
    "start": start,
    "pause": pause,
    "choose": choose,
    "take-back": take_back,
}


def entries_for(table: Table, command: str, sender: Sender, **fields: Any) -> list[Entry]:
    """The log entries of a command with these fields; when the log is full, only what can end the game is allowed."""
    ends = command == "choose" or (command == "pause" and not fields["paused"])
    _must(ends or table.rows < MOST_ROWS, "log-full", 429)
    return COMMANDS[command](table, sender, **fields)
