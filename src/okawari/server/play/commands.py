"""What people ask for at a table, and what is written into its log for it.

Each command looks at the table, refuses with a code what is not allowed, and else answers with the entries that do it.
Nothing is changed here. What the rules of the game forbid shows when the entries are applied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from okawari.game.notation import notation_for
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry
from okawari.server.play.person import Person, clean_name
from okawari.server.play.seat import Seat
from okawari.server.play.table import Table, written_setting
from okawari.server.play.types import Level
from okawari.server.settings import Patience

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


def sit(
    table: Table, asker: Asker, seat: int, nonce: str, name: str | None = None, shape: int | None = None
) -> list[Entry]:
    """Take an empty seat, another one, or one's own again with a fresh nonce; or come back to it in a game."""
    sitting = _seat_at(table, seat)
    if table.phase != "lobby":
        return come_back(table, seat, asker)
    _must(asker.invited or bool(table.seats_of(asker.person.id)), "not-invited", 403)
    if sitting.kind != "empty" and sitting.person != asker.person.id:
        raise Refusal("seat-taken", seat=seat)
    again = sitting.person == asker.person.id and name is None
    guest = sitting.guest if again else name is not None
    called = sitting.name if again and guest else clean_name(name) if name else asker.person.name
    shape = shape or (sitting.shape if again else asker.person.shape)
    data = {"person": asker.person.id, "name": called, "shape": shape, "nonce": nonce, "guest": guest}
    moves_from = [] if guest or again else _own_seat(table, asker.person.id)
    return [*(Entry("stand", place) for place in moves_from), Entry("sit", seat, data)]


def _own_seat(table: Table, person: str) -> list[int]:
    """The seat of a person themself, guests aside."""
    return [place for place in table.seats_of(person) if not table.seats[place].guest]


def come_back(table: Table, seat: int, asker: Asker) -> list[Entry]:
    """Take one's own seat back from the bot that minds it."""
    _own(table, seat, asker)
    return [Entry("return", seat)] if table.seats[seat].minded else []


def stand(table: Table, asker: Asker, seat: int) -> list[Entry]:
    """Leave a seat: in a game a bot minds it from then on."""
    _own(table, seat, asker)
    if table.phase == "lobby":
        entry = Entry("stand", seat)
    else:
        _must(table.phase in ("playing", "paused"), "not-playing")
        entry = Entry("mind", seat)
    left = [place for place in table.seats_of(asker.person.id) if place != seat and not table.seats[place].minded]
    return [entry, *([] if left else new_dealer(table, asker.person.id))]


def new_dealer(table: Table, leaver: str, here: Collection[str] = ()) -> list[Entry]:
    """Somebody else becomes the host if the host leaves: rather somebody who is here."""
    others = [seat.person for seat in table.seats if seat.waits_for_person and seat.person != leaver]
    others.sort(key=lambda person: person not in here)
    return [Entry("host", data={"person": others[0]})] if table.host == leaver and others else []


def configure(table: Table, asker: Asker, setting: dict[str, Any], options: dict[str, Any]) -> list[Entry]:
    """Change the game or the options."""
    _host_in_lobby(table, asker)
    return [Entry("configure", data={"setting": written_setting(setting), "options": options})]


def seat_bot(table: Table, asker: Asker, seat: int, bot: Level) -> list[Entry]:
    """Put a bot into an empty seat, or change its level."""
    _host_in_lobby(table, asker)
    if _seat_at(table, seat).kind == "person":
        raise Refusal("seat-taken", seat=seat)
    return [Entry("bot", seat, {"bot": bot})]


def clear(table: Table, asker: Asker, seat: int) -> list[Entry]:
    """Remove a bot or a player; in a game a bot takes over."""
    _must(asker.person.id == table.host, "not-host", 403)
    sitting = _seat_at(table, seat)
    _must(sitting.kind != "empty", "seat-empty", seat=seat)
    if table.phase != "lobby":
        _must(table.phase in ("playing", "paused"), "not-playing")
        _must(sitting.kind == "person", "only-in-lobby")
    return [Entry("clear", seat)]


def start(table: Table, asker: Asker) -> list[Entry]:
    """Start the game."""
    _host_in_lobby(table, asker)
    return begin(table, asker)


def begin(table: Table, asker: Asker) -> list[Entry]:
    """Deal, once everybody sits."""
    _must(all(seat.kind != "empty" for seat in table.seats), "seats-empty")
    return [Entry("start", data=until(table, asker.now, asker.patience))]


def pause(table: Table, asker: Asker, paused: bool) -> list[Entry]:
    """Stop the clock and the game, or let them go on."""
    _must(asker.person.id == table.host, "not-host", 403)
    _must(table.phase in ("playing", "paused"), "not-playing")
    if paused == (table.phase == "paused"):
        return []
    data: dict[str, Any] = {"paused": paused}
    clock = until(table, asker.now, asker.patience)
    if not paused and table.left is not None and clock:
        data["until"] = min(asker.now + table.left, clock["until"])
    return [Entry("pause", data=data)]


def choose(table: Table, asker: Asker, seat: int, move: str, number: int) -> list[Entry]:
    """Make or change a choice; whoever chooses is back at their seat."""
    _own(table, seat, asker)
    _must(table.phase != "paused", "paused")
    _must(table.phase == "playing", "not-playing")
    _must(number == table.moment, "stale", 409, number=table.moment)
    _must(table.changes[seat] < MOST_CHANGES, "too-many-changes", 429, most=MOST_CHANGES)
    chosen = choice(table, seat, move, asker.now, asker.patience)
    return [*come_back(table, seat, asker), chosen]


def choice(table: Table, seat: int, move: str, now: float, patience: Patience) -> Entry:
    """A choice as the log has it."""
    text = notation_for(table.setting).move(move).text
    return Entry("choose", seat, {"move": text, **until(table, now, patience)})


def take_back(table: Table, asker: Asker, seat: int) -> list[Entry]:
    """Take the last choice back."""
    _own(table, seat, asker)
    _must(table.phase in ("playing", "paused"), "not-playing")
    if not table.may_take_back(seat):
        raise Refusal("no-take-back" if table.sitting > 1 or table.phase == "paused" else "nothing-to-take-back")
    return [Entry("back", seat, until(table, asker.now, asker.patience))]


def _seat_at(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Refusal("no-such-seat", 404, seat=seat)
    return table.seats[seat]


def _own(table: Table, seat: int, asker: Asker) -> None:
    """Refuse whoever does not hold a seat."""
    _must(_seat_at(table, seat).person == asker.person.id, "not-your-seat", 403, seat=seat)


def _host_in_lobby(table: Table, asker: Asker) -> None:
    _must(asker.person.id == table.host, "not-host", 403)
    _must(table.phase == "lobby", "only-in-lobby")


def _must(holds: bool, code: str, status: int = 400, **params: Any) -> None:
    if not holds:
        raise Refusal(code, status, **params)


#: Everything that is done by writing into the log of one table, by the name that the wire has for it.
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


def entries_for(table: Table, command: str, asker: Asker, **fields: Any) -> list[Entry]:
    """What is written for a command. A log that is much longer than any game takes only what ends the game."""
    ends = command == "choose" or (command == "pause" and not fields["paused"])
    _must(ends or table.rows < MOST_ROWS, "log-full", 429)
    return COMMANDS[command](table, asker, **fields)
