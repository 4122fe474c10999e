"""The messages about a table for one reader, with only what that reader may know."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from okawari.game import Setting, View
from okawari.game.gains import gains
from okawari.game.story import told_events
from okawari.game.worth import worth_now
from okawari.server.play.seat import Seat
from okawari.server.play.table import Table
from okawari.server.runtime.live import Presence
from okawari.server.wire import messages as m
from okawari.server.wire.bills import bills_of, lines_of


@dataclass(frozen=True)
class ServerStatus:
    """The server's time when a message is written, and whether its bots are busy."""

    now: float
    busy: bool


@dataclass
class Reader:
    """The recipient of messages about a table: their id, the seat whose view they get, and what was sent already."""

    person: str | None
    #: At a shared device, the seat of the last `look`.
    looking: int | None = None
    #: The number of events that were sent.
    events: int = 0
    #: The round for which the bill was sent last.
    billed: int | None = None

    def view_of(self, table: Table) -> int | None:
        """The seat whose view the reader gets; None for the spectators' view."""
        seats = table.seats_of(self.person)
        if len(seats) == 1:
            return seats[0]
        return self.looking if self.looking in seats else None


def table_info(table: Table, reader: Reader, present: Presence) -> m.TableInfo:
    """A table as a reader may know it."""
    mine = table.seats_of(reader.person)
    in_lobby = table.phase == "lobby" and bool(mine or reader.person == table.host)
    return m.TableInfo(
        id=table.id,
        phase=table.phase,
        setting=setting_choice(table.setting),
        options=m.Options(**asdict(table.options)),
        seats=[_seat_info(table, place, seat, reader, present) for place, seat in enumerate(table.seats)],
        host=reader.person == table.host,
        code=table.code if in_lobby else None,
        code_until=table.code_until if in_lobby else None,
        key=table.key if in_lobby else None,
        fairness=fairness(table),
        hints=table.hints,
        take_back=any(table.may_take_back(seat) for seat in mine),
        hot_seat=len(mine) > 1,
        watchers=present.watchers,
        rematch=table.rematch,
    )


def _seat_info(table: Table, place: int, seat: Seat, reader: Reader, present: Presence) -> m.SeatInfo:
    return m.SeatInfo(
        seat=place,
        kind=seat.kind,
        name=seat.name,
        shape=seat.shape,
        bot=seat.bot,
        online=seat.kind == "bot" or seat.person in present.online,
        minded=seat.minded,
        yours=seat.person is not None and seat.person == reader.person,
        host=seat.person is not None and seat.person == table.host,
    )


def fairness(table: Table) -> m.Fairness:
    """The commitment to the deal, with the secret once the game is over."""
    over = table.phase == "over" and table.game and table.game.seed
    return m.Fairness(
        commitment=table.commitment,
        nonces=table.all_nonces,
        opened=table.secret.hex() if over else None,
        seed=over.hex() if over else None,
    )


def game_info(table: Table, reader: Reader, worth: list[list[m.BillLine]], busy: bool) -> m.GameInfo | None:
    """The game as a reader may know it, with the events that were not sent yet; None in the lobby."""
    game = table.game
    if game is None:
        return None
    known = min(reader.events, game.event_count)
    events = game.events_after(known)
    view = game.view(reader.view_of(table))
    reader.events = game.event_count
    return m.GameInfo(
        number=table.moment,
        view=view.to_json(),
        to_move=list(table.to_move),
        turns=table.setting.turns,
        events_from=known,
        events=told_events(events, table.setting),
        worth=worth,
        gains=seat_gains(view),
        bill=_bill_if_new(table, reader),
        deadline=table.deadline,
        busy=busy,
    )


def _bill_if_new(table: Table, reader: Reader) -> list[m.Bill] | None:
    """The bills of all players if they have changed since they were sent to the reader, else None."""
    game = table.running
    scored = game.round + game.over
    if reader.billed == scored:
        return None
    reader.billed = scored
    return bills_of(game.scores)


def plates_worth(view: View) -> list[list[m.BillLine]]:
    """The points of every plate if the round ended now, line by line; no lines once the game is over."""
    if view.over:
        return [[] for _ in range(view.setting.diners)]
    return [lines_of(lines) for lines in worth_now(view)]


def seat_gains(view: View) -> dict[str, m.Gain]:
    """What each card or die that the viewer could take would bring, by its word."""
    return {word: m.Gain(code=gain.code, params=gain.params) for word, gain in gains(view).items()}


def state(
    table: Table, reader: Reader, present: Presence, worth: list[list[m.BillLine]], status: ServerStatus
) -> m.State:
    """The whole state of the table for a reader."""
    game = game_info(table, reader, worth, status.busy)
    return m.State(table=table_info(table, reader, present), game=game, now=status.now)


def presence(table: Table, present: Presence) -> m.Presence:
    """The message about who is connected."""
    online = [place for place, seat in enumerate(table.seats) if seat.person in present.online]
    return m.Presence(online=online, watchers=present.watchers)


def waiting(table: Table, reader: Reader, status: ServerStatus) -> m.Waiting:
    """The message about the seats that have yet to choose, with the reader's own choice."""
    seat = reader.view_of(table)
    return m.Waiting(
        number=table.moment,
        to_move=list(table.to_move),
        choice=None if seat is None else table.pending.get(seat),
        deadline=table.deadline,
        now=status.now,
        busy=status.busy,
    )


def setting_choice(setting: Setting) -> m.SettingChoice:
    """A setting as a message."""
    return m.SettingChoice(**setting.to_json())


def table_line(table: Table, person: str | None) -> m.TableLine:
    """The line of a table in a list, for a person."""
    mine = table.seats_of(person)
    return m.TableLine(
        id=table.id,
        phase=table.phase,
        setting=setting_choice(table.setting),
        names=[seat.name or seat.bot or "" for seat in table.seats],
        shapes=[seat.shape for seat in table.seats],
        scores=list(table.game.totals) if table.game else [],
        winners=list(table.game.winners) if table.game else [],
        updated=table.updated,
        your_turn=table.phase == "playing" and any(seat in table.to_move for seat in mine),
    )
