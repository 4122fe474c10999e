"""The game tree of a table: every choice of seats and every draw of luck is a node.

The engine is asked for all of it: it is called with the luck that is known so far, and names the draw for which it has
none (see `rules.dealer`). A draw that has only one outcome is no node. A seat in control of an extra plate has a node
of its own, in which it chooses a card for that plate, after all seats have chosen for themselves and before anything is
revealed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from okawari.encoding import Encoding
from okawari.encoding.draft_cells import with_extra
from okawari.envs.kernels import NO_MOVE, set_small_table
from okawari.envs.observation import observe
from okawari.game.events import Event, read_events
from okawari.game.notation import letter, notation_for
from okawari.game.position import write_position
from okawari.game.record import write_luck
from okawari.game.setting import Setting
from okawari.game.view import View
from okawari.game.writing import pyramid_words, set_bits
from okawari.rules import events, positions
from okawari.rules.counts import unpack
from okawari.rules.dealer import REPLAYING, UNKNOWN
from okawari.rules.desserts import hand_words
from okawari.rules.plates import NO_CARD, NOBODY
from okawari.rules.table_kernels import new_dealer
from okawari.rules.traits import BATTLE, DRAFT

Array = npt.NDArray[Any]
T = TypeVar("T")

#: Events that tell what follows from others: they are left out of what a seat remembers.
_DERIVED = (events.LINE, events.ROUND_SCORE, events.FINAL_SCORE, events.WIN)


class Outcome(NamedTuple):
    """What a draw may bring: its word as in records, and its chance."""

    word: str
    chance: float


@dataclass(frozen=True)
class Tree:
    """The game tree of a setting; with a deck, given as counts, that of one round with hands of `hand` cards."""

    setting: Setting
    deck: int = 0
    hand: int = 0

    @cached_property
    def encoding(self) -> Encoding:
        """The cells and actions of the setting."""
        return Encoding.of(self.setting)

    @cached_property
    def root(self) -> Node:
        """The node at which the deal begins."""
        return _after(self, (), Call(np.zeros(1, self.setting.kernels.table)))

    def deal(self, table: Array, dealer: Array) -> None:
        """Write a fresh table with the luck of a dealer."""
        if self.deck:
            set_small_table(table, dealer, *self.setting.numbers, self.deck, self.hand)
        else:
            self.setting.kernels.set_table(table, dealer, *self.setting.numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_tree, (self.setting.to_json(), self.deck, self.hand)


def _read_tree(setting: dict[str, Any], deck: int, hand: int) -> Tree:
    return Tree(Setting.from_json(setting), deck, hand)


class Call(NamedTuple):
    """A call of the engine: the last choice that a turn waits for, or without a seat the deal."""

    table: Array
    seat: int = NOBODY
    move: int = NO_MOVE

    def run(self, tree: Tree, luck: tuple[int, ...]) -> tuple[Array, Array]:
        """The table after the call, and the dealer, who knows this luck alone."""
        table, dealer = self.table.copy(), new_dealer(REPLAYING)
        dealer["luck"] = UNKNOWN
        dealer["luck"][0, : len(luck)] = luck
        dealer["recording"] = 1
        if self.seat == NOBODY:
            tree.deal(table, dealer)
        elif tree.setting.kernels.choose(table, dealer, self.seat, self.move):
            raise ValueError(f"Seat {self.seat} may not choose the move {self.move}.")
        return table, dealer


@dataclass(frozen=True, eq=False)
class Scene:
    """A table at which seats choose or the game is over, and the rows of the events that led to it.

    `pending` is the move of the seat in control, if it now chooses for the extra plate.
    """

    table: Array
    events: Array
    pending: int = NO_MOVE

    @cached_property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have a choice."""
        if self.over:
            return ()
        if "waiting" in (self.table.dtype.names or ()):
            return tuple(set_bits(self.table["waiting"][0]))
        return (int(self.table["to_move"][0]),)

    @cached_property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.table["over"][0])

    def pending_of(self, seat: int) -> int:
        """The move that a seat completes now, or NO_MOVE."""
        return self.pending if seat in self.to_move else NO_MOVE


class Step(NamedTuple):
    """A scene, and the actions that seats chose there."""

    scene: Scene
    actions: Mapping[int, int]


@dataclass(frozen=True, eq=False)
class Node:
    """A node of a game tree: seats are to choose, chance is to answer, or the game is over. Nodes never change.

    `scene` is None while the luck of a `call` is asked for; `outcomes` are those of the draw. `past` has the steps that
    led here.
    """

    tree: Tree
    past: tuple[Step, ...]
    scene: Scene | None = None
    call: Call | None = None
    luck: tuple[int, ...] = ()
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    words: tuple[str, ...] = ()

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}

    @cached_property
    def _kept(self) -> dict[Any, Any]:
        return {}

    def _once(self, key: Any, make: Callable[[], T]) -> T:
        """What `make` gives. With a tiny deck it is kept, because algorithms come back to the same nodes."""
        if not self.tree.deck:
            return make()
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that are to choose."""
        return self.scene.to_move if self.scene else ()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.scene is not None and self.scene.over

    @property
    def table(self) -> Array:
        """The table, with all its secrets."""
        if self.scene:
            return self.scene.table
        assert self.call
        return self.call.table

    def actions(self, seat: int) -> list[int]:
        """The actions that a seat may choose."""
        scene = self.scene
        if scene is None or seat not in scene.to_move:
            return []

        def make() -> list[int]:
            return np.flatnonzero(observe(self.tree.setting, scene.table, seat, scene.pending).mask).tolist()

        return list(self._once(("actions", seat), make))

    def answer(self, outcome: int) -> Node:
        """The node after an outcome of the draw that is asked for."""
        if outcome not in self.outcomes:
            raise ValueError(f"{outcome} is no outcome here; there are {', '.join(map(str, self.outcomes))}.")
        return self._once(("answer", outcome), lambda: self._answered(outcome))

    def _answered(self, outcome: int) -> Node:
        assert self.call
        words = (*self.words, self.outcomes[outcome].word)
        return _after(self.tree, self.past, self.call, (*self.luck, outcome), words)

    def choose(self, actions: Mapping[int, int]) -> Node:
        """The node after the actions of all seats that are to choose."""
        return self._once(("choose", *actions.items()), lambda: self._chosen(actions))

    def _chosen(self, actions: Mapping[int, int]) -> Node:
        scene, tree = self.scene, self.tree
        assert scene
        past = (*self.past, Step(scene, actions))
        if scene.pending != NO_MOVE:
            (seat,) = scene.to_move
            return _after(tree, past, Call(scene.table, seat, int(with_extra(scene.pending, actions[seat]))))
        control = NOBODY
        if tree.setting.variant_rules.extra_plate:
            control = int(positions.draft_controller(scene.table))
        *others, last = sorted(scene.to_move, key=lambda seat: seat == control)
        table, moves = scene.table, tree.encoding.move_of
        for seat in others:
            table, _ = Call(table, seat, int(moves[seat, actions[seat]])).run(tree, ())
        move = int(moves[last, actions[last]])
        if last == control:
            return Node(tree, past, Scene(table, scene.events[:0], move))
        return _after(tree, past, Call(table, last, move))

    def seen(self) -> Scene | None:
        """What seats see now: the scene, or that before the luck that is asked for; None before the first deal."""
        return self.scene or (self.past[-1].scene if self.past else None)

    def cells(self, seat: int) -> npt.NDArray[np.uint8] | None:
        """The cells of what a seat sees now, or None before the first deal."""
        scene = self.seen()
        return None if scene is None else self.cells_of(scene, seat)

    def cells_of(self, scene: Scene, seat: int) -> npt.NDArray[np.uint8]:
        """The cells of what a seat sees in a scene."""
        return observe(self.tree.setting, scene.table, seat, scene.pending_of(seat)).cells

    def observation(self, seat: int) -> str:
        """What a seat may know of what lies on the table: its view, as JSON; empty before the first deal."""
        if (scene := self.seen()) is None:
            return ""
        words = self.view_of(scene, seat).to_json()
        if (pending := scene.pending_of(seat)) != NO_MOVE:
            words["pending"] = notation_for(self.tree.setting).write(pending)
        return json.dumps(words)

    def view_of(self, scene: Scene, seat: int) -> View:
        """What a seat may know of what lies on the table in a scene: bots choose by it."""
        setting = self.tree.setting
        record = np.zeros(1, setting.kernels.view)
        setting.kernels.look(scene.table, seat, record)
        return View(setting, record)

    def information(self, seat: int) -> str:
        """All that a seat has seen and done: events, the hands that it held, and its own actions."""
        return self._once(("information", seat), lambda: "\n".join(self._remembered(seat)))

    def _remembered(self, seat: int) -> list[str]:
        lines = [letter(seat)]
        for scene, actions in self.past:
            lines += self._told(scene, seat)
            if seat in actions:
                lines.append(f"> {self.tree.encoding.actions[actions[seat]]}")
        if self.scene:
            lines += self._told(self.scene, seat)
        return lines

    def _told(self, scene: Scene, seat: int) -> Iterator[str]:
        """What a seat learns in a scene: the events that led to it, and then its hand or the pyramid."""
        if scene.pending != NO_MOVE:
            return
        setting, view = self.tree.setting, self.view_of(scene, seat)
        rows = scene.events[~np.isin(scene.events[:, 0], _DERIVED)]
        yield from map(_event_words, read_events(rows, setting))
        if setting.table_kind == DRAFT and not view.over:
            yield " ".join(("hand", *view.hand))
            if (drawn := int(view.record["drawn"][0])) != NO_CARD:
                yield f"drew {hand_words(setting.dessert_number)[drawn]}"
        elif setting.table_kind == BATTLE:
            rows_seen = pyramid_words(view.record[0], hidden=False)
            yield " / ".join(" ".join(card or "-" for card in row) for row in rows_seen)

    def __str__(self) -> str:
        """The whole table, the choices that wait for others, and the luck of the draw in progress."""
        if not self.past and not self.scene:
            return " ".join(("luck", *self.words))
        setting, table, lines = self.tree.setting, self.table, []
        lines.append(json.dumps(write_position(setting, table).to_json()))
        chosen = _choices(setting, table)
        if self.call:
            chosen[self.call.seat] = self.call.move
        if self.scene and self.scene.pending != NO_MOVE:
            chosen[self.scene.to_move[0]] = self.scene.pending
        notation = notation_for(setting)
        lines += [f"{letter(seat)} chose {notation.write(move)}" for seat, move in sorted(chosen.items())]
        return "\n".join((*lines, *((" ".join(("luck", *self.words)),) if self.call else ())))


def _event_words(event: Event) -> str:
    """An event in words, as in a record: its name, whose it is, and its details."""
    who = () if event.who is None else (letter(event.who),)
    details = (name if value is True else value for name, value in event.details.items() if value is not False)
    return " ".join(map(str, (event.name, *who, *details)))


def _choices(setting: Setting, table: Array) -> dict[int, int]:
    """The moves of the seats that have chosen in this turn."""
    if setting.table_kind != DRAFT or table["over"][0]:
        return {}
    waiting = set_bits(table["waiting"][0])
    return {seat: int(table["choices"][0, seat]) for seat in range(setting.seats) if seat not in waiting}


def _after(
    tree: Tree, past: tuple[Step, ...], call: Call, luck: tuple[int, ...] = (), words: tuple[str, ...] = ()
) -> Node:
    """The node after a call with this luck: the scene that it leads to, or the first draw with several outcomes."""
    while True:
        table, dealer = call.run(tree, luck)
        pieces = unpack(int(dealer["question"][0]))
        if not pieces.any():
            return Node(tree, past, Scene(table, dealer["events"][0, : int(dealer["event_count"][0])].copy()))
        outcomes = _outcomes(tree.setting, int(dealer["meanings"][0, len(luck)]), pieces)
        if len(outcomes) > 1:
            return Node(tree, past, None, call, luck, outcomes, words)
        ((outcome, (word, _)),) = outcomes.items()
        luck, words = (*luck, outcome), (*words, word)


def _outcomes(setting: Setting, meaning: int, pieces: Array) -> dict[int, Outcome]:
    """The outcomes of a draw by number. Sides of a die that show the same are one outcome."""
    kinds = np.flatnonzero(pieces)
    words = write_luck(setting, np.full(kinds.size, meaning), kinds)
    total = int(pieces.sum(dtype=int))
    numbers: dict[str, int] = {}
    shares: Counter[str] = Counter()
    for kind, word in zip(kinds.tolist(), words, strict=True):
        numbers.setdefault(word, kind)
        shares[word] += int(pieces[kind])
    return {number: Outcome(word, shares[word] / total) for word, number in numbers.items()}
