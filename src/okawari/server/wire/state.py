"""What each reader is told of a table: built up from what they may know, for nobody else."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from okawari.game import Setting, View
from okawari.game.gains import gains
from okawari.game.story import told_events
from okawari.game.worth import worth_now
from okawari.server.play.seat import Seat
from okawari.server.play.table import Table
from okawari.server.runtime.live import Company
from okawari.server.wire import messages as m
from okawari.server.wire.bills import bills_of, lines_of


@dataclass(frozen=True)
class Moment:
    """When a message is written: the server's time, and whether its bots are busy."""

    now: float
    busy: bool


@dataclass
class Reader:
    """Somebody who is told of a table: who they are, which seat's view they have, and what they know already."""

    person: str | None
    #: At a shared device, the seat whose owner said that they are looking.
    looking: int | None = None
    #: Events of the game that they have.
    events: int = 0
    #: Whether their bill is up to date: the round for which it was sent.
    billed: int | None = None

    def view_of(self, table: Table) -> int | None:
        """The seat whose view the reader has; None is the spectators' view."""
        seats = table.seats_of(self.person)
        if len(seats) == 1:
            return seats[0]
        return self.looking if self.looking in seats else None


def table_info(table: Table, reader: Reader, company: Company) -> m.TableInfo:
    """A table as a reader may know it."""
    mine = table.seats_of(reader.person)
    in_lobby = table.phase == "lobby" and bool(mine or reader.person == table.host)
    return m.TableInfo(
        id=table.id,
        phase=table.phase,
        setting=setting_choice(table.setting),
        options=m.Options(**asdict(table.options)),
        seats=[_seat_info(table, place, seat, reader, company) for place, seat in enumerate(table.seats)],
        host=reader.person == table.host,
        code=table.code if in_lobby else None,
        code_until=table.code_until if in_lobby else None,
        key=table.key if in_lobby else None,
        fairness=fairness(table),
        hints=table.hints,
        take_back=any(table.may_take_back(seat) for seat in mine),
        hot_seat=len(mine) > 1,
        watchers=company.watchers,
        rematch=table.rematch,
    )


def _seat_info(table: Table, place: int, seat: Seat, reader: Reader, company: Company) -> m.SeatInfo:
    return m.SeatInfo(
        seat=place,
        kind=seat.kind,
        name=seat.name,
        shape=seat.shape,
        bot=seat.bot,
        online=seat.kind == "bot" or seat.person in company.online,
        minded=seat.minded,
        yours=seat.person is not None and seat.person == reader.person,
        host=seat.person is not None and seat.person == table.host,
    )


def fairness(table: Table) -> m.Fairness:
    """The promise about the deal, opened once the game is over."""
    over = table.phase == "over" and table.game and table.game.seed
    return m.Fairness(
        commitment=table.commitment,
        nonces=table.all_nonces,
        opened=table.secret.hex() if over else None,
        seed=over.hex() if over else None,
    )


def game_info(table: Table, reader: Reader, worth: list[list[m.BillLine]], busy: bool) -> m.GameInfo | None:
    """The game as a reader may know it, with the events that they do not have yet."""
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
    """Everybody's bill, if there is another one than the reader has: after each round, and at the end."""
    game = table.running
    scored = game.round + game.over
    if reader.billed == scored:
        return None
    reader.billed = scored
    return bills_of(game.scores)


def plates_worth(view: View) -> list[list[m.BillLine]]:
    """What every plate would bring if the round ended now; nothing once the game is over."""
    if view.over:
        return [[] for _ in range(view.setting.diners)]
    return [lines_of(lines) for lines in worth_now(view)]


def seat_gains(view: View) -> dict[str, m.Gain]:
    """What each card or die that the viewer could take would bring."""
    return {word: m.Gain(code=gain.code, params=gain.params) for word, gain in gains(view).items()}


def state(table: Table, reader: Reader, company: Company, worth: list[list[m.BillLine]], moment: Moment) -> m.State:
    """How everything stands for a reader."""
    game = game_info(table, reader, worth, moment.busy)
    return m.State(table=table_info(table, reader, company), game=game, now=moment.now)


def presence(table: Table, company: Company) -> m.Presence:
    """Only who is here."""
    online = [place for place, seat in enumerate(table.seats) if seat.person in company.online]
    return m.Presence(online=online, watchers=company.watchers)


def waiting(table: Table, reader: Reader, moment: Moment) -> m.Waiting:
    """Only that somebody has chosen, and the reader's own choice."""
    seat = reader.view_of(table)
    return m.Waiting(
        number=table.moment,
        to_move=list(table.to_move),
        choice=None if seat is None else table.pending.get(seat),
        deadline=table.deadline,
        now=moment.now,
        busy=moment.busy,
    )


def setting_choice(setting: Setting) -> m.SettingChoice:
    """A setting for the wire."""
    return m.SettingChoice(**setting.to_json())


def table_line(table: Table, person: str | None) -> m.TableLine:
    """A table in a list."""
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
