"""The state of a table, computed from its log without I/O.

`Table.apply` takes one log row after another. A row is in the log only if a command has found it allowed: see
`okawari.server.play.commands`.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from okawari.game import Game, Record, Setting
from okawari.game.fairness import Promise, commitment_of, deal_seed
from okawari.game.lessons import LessonPlan
from okawari.rules.points import ROUNDS
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Row
from okawari.server.play.rehearsal import Rehearsal
from okawari.server.play.seat import MINDER, Seat, free_shape
from okawari.server.play.types import Options, Phase, StoredPhase, Summary

Step = dict[int, str]


class Table:
    """The state of a table: seats, setting and options, the game and its clock."""

    id: str
    setting: Setting
    options: Options
    host: str
    key: str
    secret: bytes

    def __init__(self) -> None:
        #: The number of the last log row that was applied.
        self.rows = 0
        self.updated = 0.0
        self.phase: Phase = "lobby"
        self.seats: list[Seat] = []
        #: Ids of people who may sit down without the key: in a rematch, those who played before.
        self.invited: frozenset[str] = frozenset()
        self.lesson: LessonPlan | None = None
        #: Whether the table appears in lists of tables: a lesson does not, since it is neither resumed nor won.
        self.listed = True
        self.rehearsal: Rehearsal | None = None
        self.code: str | None = None
        self.code_until = 0.0
        self.nonces: tuple[str, ...] = ()
        self.game: Game | None = None
        #: The moves by seat of each turn that was played, and of the turn that waits for choices.
        self.steps: list[Step] = []
        self.pending: Step = {}
        #: How often each seat has changed its choice in this turn.
        self.changes: Counter[int] = Counter()
        #: Counts turns played and taken back; clients know it as the number of the game.
        self.moment = 0
        #: How often a choice was taken back.
        self.backs = 0
        self.deadline: float | None = None
        #: Seconds that were left on the clock when the game was paused.
        self.left: float | None = None
        #: When the game ended.
        self.ended = 0.0
        self.rematch: str | None = None
        #: The `client` of each row: a request that is sent again is carried out once.
        self.done: set[str] = set()
        self._people: dict[str, list[int]] | None = None

    @classmethod
    def from_log(cls, rows: Iterable[Row]) -> Table:
        """The table after all rows of a log."""
        table = cls()
        for row in rows:
            table.apply(row)
        return table

    def copy(self) -> Table:
        """An independent copy of this table."""
        twin = copy.copy(self)
        twin.seats, twin.steps = self.seats.copy(), self.steps.copy()
        twin.pending, twin.done, twin.changes = self.pending.copy(), self.done.copy(), self.changes.copy()
        twin.game = self.game and self.game.copy()
        return twin

    def apply(self, row: Row) -> None:
        """Apply the next row of the log."""
        getattr(self, f"_on_{row.kind}")(row)
        if row.kind != "choose":
            self._people = None
        self.rows, self.updated = row.number, row.at
        if row.client:
            self.done.add(row.client)

    # A method for each kind of log row

    def _on_set(self, row: Row) -> None:
        self.id = row.table
        self.setting = Setting.from_json(row.data["setting"])
        self.options = Options(**row.data["options"])
        self.host, self.key = row.data["host"], row.data["key"]
        self.secret = bytes.fromhex(row.data["secret"])
        self.invited = frozenset(row.data.get("invited", ()))
        lesson, rehearsed = row.data.get("lesson"), row.data.get("rehearsal")
        self.listed = not lesson
        # Logs of earlier versions have only whether it is one.
        self.lesson = LessonPlan(**lesson) if isinstance(lesson, dict) else None
        self.rehearsal = rehearsed and Rehearsal.from_json(rehearsed)
        self.seats = [Seat() for _ in range(self.setting.seats)]

    def _on_code(self, row: Row) -> None:
        self.code, self.code_until = row.data["code"], row.data["until"]

    def _on_configure(self, row: Row) -> None:
        self.setting = Setting.from_json(row.data["setting"])
        self.options = Options(**row.data["options"])
        self._reseat(self.setting.seats)

    def _reseat(self, n: int) -> None:
        """Change the number of seats to n; people whose seat is removed move to an empty one, or replace a bot."""
        gone = self.seats[n:]
        self.seats = self.seats[:n] + [Seat() for _ in range(n - len(self.seats))]
        for seat in gone:
            if seat.kind == "person":
                free = [place for place, other in enumerate(self.seats) if other.kind != "person"]
                empty = [place for place in free if self.seats[place].kind == "empty"]
                self.seats[(empty or free)[0]] = seat

    def _on_sit(self, row: Row) -> None:
        seat, data = _seat(row), row.data
        shape = free_shape(self.seats, data["shape"], seat)
        self.seats[seat] = Seat(
            "person", shape, data["name"], data["person"], bool(data.get("guest")), nonce=data["nonce"]
        )

    def _on_stand(self, row: Row) -> None:
        self.seats[_seat(row)] = Seat()

    def _on_bot(self, row: Row) -> None:
        seat = _seat(row)
        before = self.seats[seat]
        shape = before.shape if before.kind == "bot" else free_shape(self.seats, None, seat)
        self.seats[seat] = Seat("bot", shape, bot=row.data["bot"])

    def _on_clear(self, row: Row) -> None:
        seat = _seat(row)
        if self.phase == "lobby":
            self.seats[seat] = Seat()
        else:
            self.seats[seat] = Seat("bot", self.seats[seat].shape, bot=MINDER)

    def _on_host(self, row: Row) -> None:
        self.host = row.data["person"]

    def _on_start(self, row: Row) -> None:
        self.nonces = tuple(seat.nonce for seat in self.seats)
        self.game = self._new_game()
        self.phase = "playing"
        self.deadline = row.data.get("until")
        self.moment = 1
        self.code = None

    def _new_game(self) -> Game:
        """The game as it was when it started."""
        if self.lesson:
            return Game(self.setting, self.lesson.seed)
        seed = deal_seed(self.secret, self.nonces)
        return self.rehearsal.game(seed) if self.rehearsal else Game(self.setting, seed)

    def _on_choose(self, row: Row) -> None:
        self.changes[_seat(row)] += _seat(row) in self.pending
        self._choose(_seat(row), row.data["move"])
        if not self.pending:
            self.moment += 1
            self.changes.clear()
            self.deadline = row.data.get("until")
        if self.running.over or self.lesson_over:
            self.phase, self.deadline, self.ended = "over", None, row.at

    def _choose(self, seat: int, move: str) -> None:
        """Make a choice in the game, and add the turn to `steps` if it was the last choice of the turn."""
        before = self.running.event_count
        self.running.choose(seat, move)
        self.pending[seat] = move
        if self.running.event_count > before:
            self.steps.append(self.pending)
            self.pending = {}

    def _on_back(self, row: Row) -> None:
        """Play the game again up to the seat's last choice; the choices of the other seats in that turn are kept."""
        seat = _seat(row)
        place = self.last_decision(seat)
        assert place is not None
        *before, turn = [*self.steps, self.pending][: place + 1]
        self.game, self.steps, self.pending = self._new_game(), [], {}
        for step in [*before, {other: move for other, move in turn.items() if other != seat}]:
            for other, move in step.items():
                self._choose(other, move)
        self.moment += 1
        self.changes.clear()
        self.backs += 1
        self.deadline = row.data.get("until")

    def _on_pause(self, row: Row) -> None:
        if row.data["paused"]:
            self.phase = "paused"
            self.left = None if self.deadline is None else max(0.0, self.deadline - row.at)
            self.deadline = None
        else:
            self.phase, self.left = "playing", None
            self.deadline = row.data.get("until")

    def _on_clock(self, row: Row) -> None:
        self.deadline = row.data["until"]

    def _on_mind(self, row: Row) -> None:
        self.seats[_seat(row)] = replace(self.seats[_seat(row)], minded=True)

    def _on_return(self, row: Row) -> None:
        self.seats[_seat(row)] = replace(self.seats[_seat(row)], minded=False)

    def _on_rematch(self, row: Row) -> None:
        self.rematch = row.data["table"]

    # Queries

    @property
    def running(self) -> Game:
        """The game; refused if it has not started."""
        if self.game is None:
            raise Refusal("not-playing")
        return self.game

    @property
    def people(self) -> dict[str, list[int]]:
        """The numbers of the seats that each person holds, by the person's id."""
        if self._people is None:
            self._people = {}
            for place, seat in enumerate(self.seats):
                if seat.person:
                    self._people.setdefault(seat.person, []).append(place)
        return self._people

    def seats_of(self, person: str | None) -> list[int]:
        """The numbers of the seats that a person holds; none for None."""
        return self.people.get(person, []) if person else []

    @property
    def sitting(self) -> int:
        """How many people sit here, sockets included."""
        return sum(seat.kind == "person" for seat in self.seats)

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints."""
        return self.sitting == 1 if self.options.hints is None else self.options.hints

    def last_decision(self, seat: int) -> int | None:
        """The index of the last turn in which a seat chose, among `steps` and then `pending`; None if it never did."""
        turns = [place for place, step in enumerate([*self.steps, self.pending]) if seat in step]
        return turns[-1] if turns else None

    def may_take_back(self, seat: int) -> bool:
        """Whether a seat can take its last choice back: against bots alone, or a swap that was the last move of all."""
        if self.phase != "playing":
            return False
        if self.sitting == 1:
            return self.last_decision(seat) is not None
        return bool(not self.pending and self.steps and self.steps[-1].get(seat, "").startswith("swap"))

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have yet to choose."""
        return self.game.to_move if self.game and self.phase in ("playing", "paused") else ()

    @property
    def bots_to_move(self) -> list[int]:
        """The seats that have yet to choose and are played by bots."""
        return [seat for seat in self.to_move if self.phase == "playing" and self.seats[seat].player]

    def may_watch(self, person: str | None) -> bool:
        """Whether a person may watch the game: players and the host may, others if spectators are allowed."""
        return self.options.spectators or person == self.host or bool(self.seats_of(person))

    @property
    def open_to_all(self) -> bool:
        """Whether anybody may take a free seat: in the lobby of a public table."""
        return self.options.public and self.phase == "lobby"

    @property
    def lesson_over(self) -> bool:
        """Whether the table is a lesson that has come to its end; its game has not."""
        return self.lesson is not None and self.game is not None and self.lesson.is_over(self.game)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, shown before the game."""
        return commitment_of(self.secret)

    @property
    def all_nonces(self) -> list[str]:
        """The nonces of all seats: those of the deal, or in the lobby the present ones."""
        return list(self.nonces) or [seat.nonce for seat in self.seats]

    @property
    def record(self) -> Record:
        """The record of the game with names and the secret of the deal; only to be shown once the game is over.

        A rehearsal has no promise: it begins with cards that were dealt before.
        """
        promise = None if self.rehearsal else Promise(self.commitment, self.secret.hex(), self.nonces)
        names = tuple(seat.name or seat.bot or "" for seat in self.seats)
        return replace(self.running.record, names=names, fairness=promise)

    @property
    def summary(self) -> Summary:
        """What the database stores beside the log."""
        people = frozenset((*self.people, self.host))
        public = self.open_to_all or (self.options.public and self.options.spectators)
        stored: StoredPhase = "rehearsal" if self.rehearsal else self.phase
        return Summary(self.id, stored, public, self.updated, bool(self.bots_to_move), people)

    def summary_after(self, rows: Sequence[Row], now: Summary) -> Summary:
        """The summary after these rows, which are not applied; `now` is the present one."""
        seats = {row.seat for row in rows}
        if all(row.kind == "choose" for row in rows) and not self._may_change_summary(seats):
            awake = bool(set(self.bots_to_move) - seats)
            return now if awake == now.awake else replace(now, awake=awake, updated=rows[-1].at)
        return self.after(rows).summary

    def after(self, rows: Iterable[Row]) -> Table:
        """A copy of this table to which these rows are applied."""
        twin = self.copy()
        for row in rows:
            twin.apply(row)
        return twin

    def _may_change_summary(self, seats: set[int | None]) -> bool:
        """Whether choices of these seats could end the game, or begin a turn with bots."""
        ends_turn = seats.issuperset(self.to_move)
        return ends_turn and (self.running.round == ROUNDS or any(seat.player for seat in self.seats))


def _seat(row: Row) -> int:
    assert row.seat is not None
    return row.seat


def checked_setting(setting: dict[str, Any]) -> dict[str, Any]:
    """A requested setting, checked against the rules and completed, as the log stores it."""
    return Setting.from_json(setting).to_json()
