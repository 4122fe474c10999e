"""A game in progress."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from okawari.game.errors import BadFile, IllegalMove
from okawari.game.events import SERVED, Event, read_events
from okawari.game.notation import SEAT_LETTERS, Move, letter, notation_for
from okawari.game.position import Position, write_position
from okawari.game.record import Record, digest, read_luck, write_luck
from okawari.game.scores import Scores, read_scores
from okawari.game.setting import Setting
from okawari.game.view import View, legal_moves
from okawari.game.writing import set_bits
from okawari.rules import events as E
from okawari.rules.dealer import KEYED, MOST_LUCK, REPLAYING
from okawari.rules.dishes import dish_of
from okawari.rules.plates import NOBODY
from okawari.rules.table_kernels import new_dealer

Seed = int | bytes | None


def seed_bytes(seed: Seed) -> bytes:
    """The 32 bytes that key a game's luck: random ones for None, the hash of an integer, or the bytes themselves."""
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"A seed of bytes has 32 of them, not {len(seed)}.")
        return seed
    return hashlib.sha256(f"okawari seed {int(seed)}".encode()).digest()


class Game:
    """A game in progress. Make one with `okawari.new`.

    >>> import okawari
    >>> game = okawari.new("sushi-go-first", seats=2, seed=7)
    >>> game.to_move
    (0, 1)
    >>> game.choose(0, game.moves(0)[0])
    >>> game.to_move
    (1,)
    """

    def __init__(self, setting: Setting, seed: Seed = None) -> None:
        self._begin(setting, seed_bytes(seed))
        self._kernels.set_table(self._table, self._dealer, *setting.numbers)
        self._take_recorded()

    def _begin(self, setting: Setting, key: bytes | None) -> None:
        """Set the fields of a game with an empty table. Luck is drawn under the key; without one it is replayed."""
        self.setting = setting
        self._kernels = setting.kernels
        self._seats = range(setting.seats)
        self._notation = notation_for(setting)
        self._table = np.zeros(1, self._kernels.table)
        self._set_dealer(key)
        self._rows: list[np.ndarray] = []
        self._replayed_luck: tuple[str, ...] = ()
        self._luck_drawn: list[tuple[np.ndarray, np.ndarray]] = []
        self._moves: list[tuple[int, str]] = []
        self._pending: dict[int, str] = {}
        self._start: Position | None = None

    def _set_dealer(self, key: bytes | None) -> None:
        """Use a new dealer: a keyed one, or without a key, a replaying one."""
        self._seed = key
        self._draws_luck = key is not None
        self._dealer = new_dealer(KEYED if key else REPLAYING)
        self._dealer["recording"] = 1
        if key:
            self._dealer["key"] = np.frombuffer(key, "<u4")
        self._event_count, self._luck_count = self._dealer["event_count"], self._dealer["luck_count"]

    @classmethod
    def from_position(cls, position: Position, seed: Seed = None) -> Game:
        """A game that goes on from a position, with fresh luck."""
        game = cls.__new__(cls)
        game._begin(position.setting, seed_bytes(seed))
        game._table = position.table()
        game._start = position
        return game

    @classmethod
    def from_view(cls, view: View, seed: Seed = None) -> Game:
        """A game that agrees with a view: what the seat cannot know is sampled."""
        game = cls.__new__(cls)
        game._begin(view.setting, seed_bytes(seed))
        game._kernels.imagine(view.record, game._dealer, game._table)
        game._dealer["luck_count"] = 0
        if not view.over:
            game._start = game.position
        return game

    @classmethod
    def replay(cls, record: Record) -> Game:
        """The game of a record, replayed with the luck in it. Later moves draw fresh luck."""
        for moment in cls.replay_by_turn(record):
            game, _ = moment
        return game

    @classmethod
    def rehearse(cls, record: Record, turns: int, seed: Seed = None) -> Game:
        """The game of a record after a number of turns, with the same hidden cards and new luck.

        A turn is one of those that `replay_by_turn` goes through; after the last one `BadFile` is raised. The record of
        such a game has no seed.

        >>> import okawari
        >>> record = okawari.new("sushi-go-first", seats=2, seed=7).record
        >>> Game.rehearse(record, 0).view(0) == okawari.new("sushi-go-first", seats=2, seed=7).view(0)
        True
        """
        for played, (game, _) in enumerate(cls.replay_by_turn(record)):
            if played == turns and not game.over:
                game._set_dealer(seed_bytes(seed))
                game._seed = None
                return game
        raise BadFile("no-decision")

    @classmethod
    def replay_by_turn(cls, record: Record) -> Iterator[tuple[Game, tuple[tuple[int, str], ...]]]:
        """Replay a record: before the first choice and after each turn, the game and the choices just played.

        The game is the same object each time. A choice is a seat and the text of its move.
        """
        game = cls.__new__(cls)
        game._begin(record.setting, None)
        luck = read_luck(record.setting, record.luck)
        used = 0
        if record.position is not None:
            game._start = Position.from_json(record.position)
            game._table = game._start.table()
        else:
            used = game._replay_step(
                luck, used, lambda: game._kernels.set_table(game._table, game._dealer, *record.setting.numbers)
            )
            game._replayed_luck = record.luck[:used]
        yield game, ()
        for seat, text in record.moves:
            played = len(game._moves)
            used = game._replay_step(luck, used, lambda seat=seat, text=text: game._submit(seat, text))
            if game._moves[played:]:
                game._replayed_luck = record.luck[:used]
                yield game, tuple(game._moves[played:])
        if used != len(luck):
            raise BadFile("bad-luck")
        game._set_dealer(os.urandom(32))
        game._seed = record.seed_bytes

    def _replay_step(self, luck: list[int], used: int, act: Any) -> int:
        """Call `act` with the luck of a record from index `used` on; returns the index of the luck that is left."""
        ahead = luck[used : used + MOST_LUCK]
        self._dealer["luck"][0, : len(ahead)] = ahead
        act()
        if int(self._luck_count[0]) > len(ahead) or self._dealer["mismatch"][0]:
            raise BadFile("bad-luck")
        used += int(self._luck_count[0])
        if self._event_count[0]:
            self._take_recorded()
        return used

    def copy(self) -> Game:
        """A game of its own that stands where this one stands, with the same luck to come."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._table, twin._dealer = self._table.copy(), self._dealer.copy()
        twin._event_count, twin._luck_count = twin._dealer["event_count"], twin._dealer["luck_count"]
        twin._rows, twin._luck_drawn, twin._moves = self._rows.copy(), self._luck_drawn.copy(), self._moves.copy()
        twin._pending = self._pending.copy()
        return twin

    def choose(self, seat: int, move: Move | str | int) -> None:
        """Make a seat's choice, or change it; when all seats have chosen, the turn is played.

        An illegal move raises `IllegalMove`, which says why, and changes nothing.
        """
        self._submit(seat, move)
        if self._event_count[0]:
            self._take_recorded()

    def check(self, seat: int, move: Move | str | int) -> Move:
        """The move as it is written in records, if a seat may choose it now; if not, `IllegalMove` says why."""
        if type(move) is not Move:
            move = self._notation.move(move)
        mine = seat in self._seats
        problem = self._kernels.refusal(self._table, seat, move.number) if mine else E.NOT_YOUR_TURN
        if problem:
            raise self._refused(problem, seat, move)
        return move

    def _submit(self, seat: int, move: Move | str | int) -> None:
        """Make a seat's choice by the rules, or raise `IllegalMove`. What the dealer records is not taken over yet."""
        if type(move) is not Move:
            move = self._notation.move(move)
        if seat not in self._seats:
            raise self._refused(E.NOT_YOUR_TURN, seat, move)
        problem = self._kernels.choose(self._table, self._dealer, seat, move.number)
        if problem:
            raise self._refused(problem, seat, move)
        self._pending[seat] = move.text

    def _refused(self, problem: int, seat: int, move: Move) -> IllegalMove:
        """The exception for a move that the rules refuse."""
        row = self._table[0]
        names = ", ".join(letter(seat) for seat in self.to_move) or letter(0)
        _, _, place = move.text.partition(" ")
        controls = self.view().controller == seat
        lacks_die = problem == E.PLACE_EMPTY and self._kernels.name == "roll"
        return IllegalMove(
            "no-die" if lacks_die else E.PROBLEMS[problem],
            name=names,
            dish=self._missing(seat, move) if problem == E.NOT_IN_HAND else move.text,
            place=self._missing_die(seat, move) if lacks_die else place.removesuffix(" chopsticks") or move.text,
            word=move.text,
            example=self._notation.example,
            need=2 + controls,
            round=int(row["round_no"]),
        )

    def _missing(self, seat: int, move: Move) -> str:
        """The first card of a move of which the hand does not have enough."""
        hand = list(self.view(seat).hand)
        for card in re.split(r"[+/]", move.text):
            if card not in hand:
                return card
            hand.remove(card)
        return move.text

    def _missing_die(self, seat: int, move: Move) -> str:
        """The first place of a move that has no die: `2` on one's own belt, `B1` on that of seat B."""
        belts = self.view().words["belts"]
        for owner, number in re.findall(r"([A-E]?)([1-8])", move.text):
            who = SEAT_LETTERS.index(owner) if owner else seat
            belt = belts[who] if who < len(belts) else []
            if not any(belt[int(number) - 1 : int(number)]):
                return f"{owner}{number}"
        return move.text

    def _take_recorded(self) -> None:
        """Take over the events and the luck that the dealer recorded, and add the turn's choices to the moves."""
        events, luck = int(self._event_count[0]), int(self._luck_count[0])
        self._rows.append(self._dealer["events"][0, :events].copy())
        if luck and self._draws_luck:
            self._luck_drawn.append((self._dealer["meanings"][0, :luck].copy(), self._dealer["luck"][0, :luck].copy()))
        self._moves += sorted(self._pending.items())
        self._pending.clear()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._table["over"][0])

    @property
    def round(self) -> int:
        """The round, from 1 to 3."""
        return int(self._table["round_no"][0])

    @property
    def turn(self) -> int:
        """The turn of the round, from 1 on; in Sushi Roll every seat keeps one die in a turn."""
        return int(self._table["turn"][0])

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have yet to choose in this turn."""
        if self.over:
            return ()
        if self._kernels.name == "draft":
            return tuple(set_bits(self._table["waiting"][0]))
        return (int(self._table["to_move"][0]),)

    @property
    def seats(self) -> range:
        """The numbers of all seats."""
        return self._seats

    def moves(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat."""
        return legal_moves(self.setting, self._table, seat)

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; without a seat, what spectators see."""
        if seat is not None and seat not in self.seats:
            raise ValueError(f"There is no seat {seat}; the seats are 0 to {self.setting.seats - 1}.")
        record = np.zeros(1, self._kernels.view)
        self._kernels.look(self._table, NOBODY if seat is None else seat, record)
        return View(self.setting, record)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each plate so far, the extra plate's last."""
        return tuple(self._table["points"][0, : self.setting.diners].tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: several if the win is shared, none until the game is over."""
        return tuple(set_bits(self._table["winners"][0]))

    @property
    def places(self) -> tuple[int, ...]:
        """The rank of each seat, from 1 on: equal totals share it unless a tie was broken; empty before the end."""
        if not self.over:
            return ()
        sign, winners = self.setting.variant_rules.sign, self.winners
        totals = [sign * total for total in self.totals[: self.setting.seats]]
        return tuple(
            1 if seat in winners else 1 + max(len(winners), sum(other > total for other in totals))
            for seat, total in enumerate(totals)
        )

    def dishes_taken(self, seat: int) -> dict[str, int]:
        """How many cards or dice of each dish a seat has taken so far, in the order in which it first took one."""
        served = (event for event in self.events if event.who == seat and event.name in SERVED)
        return dict(Counter(dish_of(event.details[SERVED[event.name]]) for event in served))

    @property
    def scores(self) -> Scores:
        """The bill of each plate: the total, and every line with its reason."""
        rows = (row for rows in self._rows for row in rows.tolist())
        began_in = self._start.data["round"] if self._start else 0
        return read_scores(rows, self.setting, list(self.totals), began_in)

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return [event for rows in self._rows for event in read_events(rows, self.setting)]

    @property
    def event_count(self) -> int:
        """How many events there have been so far."""
        return sum(map(len, self._rows))

    def events_after(self, known: int) -> list[Event]:
        """The events after the first `known` ones."""
        late: list[np.ndarray] = []
        left = self.event_count - known
        for rows in reversed(self._rows):
            if left <= 0:
                break
            late.append(rows[max(0, len(rows) - left) :])
            left -= len(rows)
        return [event for rows in reversed(late) for event in read_events(rows, self.setting)]

    @property
    def luck(self) -> tuple[str, ...]:
        """The luck so far, in words. It holds secrets: it is for records, not for players."""
        drawn = (word for meant, outcomes in self._luck_drawn for word in write_luck(self.setting, meant, outcomes))
        return (*self._replayed_luck, *drawn)

    @property
    def seed(self) -> bytes | None:
        """The 32 bytes that key the luck, if they are known. They reveal every hand: they are not for players."""
        return self._seed

    @property
    def position(self) -> Position:
        """The whole table with all hands: for solvers, coaches and tests, not for players."""
        return write_position(self.setting, self._table)

    @property
    def tables(self) -> np.ndarray:
        """The table as the kernels use it, an array of one record. It holds secrets: it is not for players."""
        return self._table

    @property
    def record(self) -> Record:
        """The record of the game, up to the last turn that was played."""
        return Record(
            setting=self.setting,
            moves=tuple(self._moves),
            luck=self.luck,
            scores=self.totals,
            winners=self.winners,
            digest=digest(self.events),
            over=self.over,
            seed=self._seed.hex() if self.over and self._seed else None,
            position=self._start.to_json() if self._start else None,
        )

    def __repr__(self) -> str:
        return f"<Game of {self.setting.menu}: {self.setting.seats} seats, round {self.round}, turn {self.turn}>"
