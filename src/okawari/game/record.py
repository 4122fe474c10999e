"""Records: games as data that can be saved, replayed and verified."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from okawari.game.errors import BadFile, OkawariError
from okawari.game.events import Event
from okawari.game.fairness import Promise
from okawari.game.notation import SEAT_LETTERS
from okawari.game.reading import parse
from okawari.game.setting import Setting
from okawari.rules.dealer import CARD, DESSERT_VALUE, DIE, PLAYER_DIE_SIDE, SEAT, SIDE
from okawari.rules.desserts import hand_words
from okawari.rules.dishes import DICE, DIE_NAMES

if TYPE_CHECKING:
    from okawari.game.game import Game

FORMAT = 1
#: The version of the rules. It is raised when a ruling changes, so that a record says by which rules it was played.
RULES = 1


@dataclass(frozen=True)
class Record:
    """The record of a game: its setting, moves, luck and scores, and a digest of its events.

    The seed is in it only once the game is over: before that it would reveal every hand.
    """

    setting: Setting
    moves: tuple[tuple[int, str], ...]
    luck: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    digest: str
    over: bool
    seed: str | None = None
    position: dict[str, Any] | None = None
    names: tuple[str, ...] | None = None
    #: The promise about the deal, if there was one.
    fairness: Promise | None = None
    rules: int = field(default=RULES)

    def to_json(self) -> dict[str, Any]:
        """The record as a dictionary that follows its schema."""
        data = {
            "okawari": "record",
            "format": FORMAT,
            "rules": self.rules,
            **self.setting.to_json(),
            "moves": [list(move) for move in self.moves],
            "luck": list(self.luck),
            "over": self.over,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "digest": self.digest,
        }
        optional = {
            "seed": self.seed,
            "position": self.position,
            "names": self.names and list(self.names),
            "fairness": self.fairness and self.fairness.to_json(),
        }
        return data | {key: value for key, value in optional.items() if value is not None}

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """Read a record."""
        if not isinstance(data, dict) or data.get("okawari") != "record" or data.get("format") != FORMAT:
            raise BadFile("bad-format", what="record", format=FORMAT)
        try:
            return cls(
                setting=Setting.from_json(data),
                moves=tuple((_whole(seat), str(text)) for seat, text in data["moves"]),
                luck=tuple(str(word) for word in data["luck"]),
                scores=tuple(_whole(points) for points in data["scores"]),
                winners=tuple(_whole(seat) for seat in data["winners"]),
                digest=str(data["digest"]),
                over=bool(data["over"]),
                seed=data.get("seed"),
                position=data.get("position"),
                names=tuple(_text(name) for name in data["names"]) if data.get("names") else None,
                fairness=Promise.from_json(data["fairness"]) if "fairness" in data else None,
                rules=_whole(data["rules"]),
            )
        except (KeyError, RecursionError, TypeError, ValueError) as problem:
            if isinstance(problem, OkawariError):
                raise
            raise BadFile("bad-record", problem=problem) from problem

    def save(self, path: str | Path) -> None:
        """Write the record to a file; an existing file is replaced only once the new one is complete."""
        path = Path(path)
        draft = path.with_name(path.name + ".part")
        draft.write_text(json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(path)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file."""
        return cls.from_json(parse(Path(path).read_bytes(), path))

    def replay(self) -> Game:
        """The game as it was when the record was made, replayed with the luck of the record."""
        from okawari.game.game import Game

        return Game.replay(self)

    def verify(self) -> list[str]:
        """Replay the record and check its scores, digest, rules, seed and promise; the codes of the problems found.

        >>> import okawari
        >>> okawari.new("sushi-go-first", seats=2, seed=1).record.verify()
        []
        """
        problems = []
        try:
            game = self.replay()
        except (ArithmeticError, LookupError, TypeError, ValueError):  # an illegal move, or forged values
            return ["verify-moves"]
        if game.over != self.over or tuple(game.totals) != self.scores or game.winners != self.winners:
            problems.append("verify-scores")
        if digest(game.events) != self.digest:
            problems.append("verify-digest")
        if self.rules != RULES:
            problems.append("verify-rules")
        if self.seed is not None and not self._luck_is_of_seed():
            problems.append("verify-seed")
        if self.fairness is not None and not self._promise_was_kept(self.fairness):
            problems.append("verify-fairness")
        return problems

    def _promise_was_kept(self, promise: Promise) -> bool:
        """Whether the promise is about these seats, and the seed follows from it."""
        return len(promise.nonces) == self.setting.seats and promise.holds(self.seed)

    @property
    def seed_bytes(self) -> bytes | None:
        """The 32 bytes of the seed; None if there is none, or one that cannot be read."""
        readable = isinstance(self.seed, str) and re.fullmatch("[0-9a-f]{64}", self.seed)
        return bytes.fromhex(self.seed or "") if readable else None

    def _luck_is_of_seed(self) -> bool:
        """Whether the game with this seed and these moves has the luck of the record."""
        from okawari.game.game import Game

        if (seed := self.seed_bytes) is None:
            return False
        try:
            game = Game.from_position(self._start(), seed) if self.position else Game(self.setting, seed)
            for seat, text in self.moves:
                game.choose(seat, text)
        except ValueError:
            return False
        return game.luck == self.luck

    def _start(self) -> Any:
        """The position from which the game began."""
        from okawari.game.position import Position

        return Position.from_json(self.position or {})


def _whole(value: Any) -> int:
    """The value, if it is an int and not a bool; otherwise `TypeError`."""
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _text(value: Any) -> str:
    """The value, if it is a str; otherwise `TypeError`."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def digest(events: Sequence[Event]) -> str:
    """The SHA-256 of all events, in hexadecimal."""
    content = json.dumps([event.to_json() for event in events], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


def write_luck(setting: Setting, meanings: np.ndarray, luck: np.ndarray) -> list[str]:
    """The luck that a dealer drew, in words: cards, seats, values and rolls of desserts, dice and their faces."""
    return [
        _luck_word(setting, meaning, outcome) for meaning, outcome in zip(meanings.tolist(), luck.tolist(), strict=True)
    ]


def _luck_word(setting: Setting, meaning: int, outcome: int) -> str:
    """The word of a drawn number, by its meaning."""
    if meaning == CARD:
        return hand_words(setting.dessert_number)[outcome]
    if meaning == SEAT:
        return SEAT_LETTERS[outcome]
    if meaning in (DESSERT_VALUE, PLAYER_DIE_SIDE):
        return _dessert_luck(setting)[outcome]
    if meaning == DIE:
        return DIE_NAMES[outcome]
    return list(DICE.values())[meaning - SIDE][1][outcome]


def _dessert_luck(setting: Setting) -> tuple[str, ...]:
    """The words of what can be drawn when a dessert is played, by number: values of cards, or faces of a die."""
    dessert = setting.dessert_rules
    if dessert.die:
        return tuple(f"{dessert.word}{face}" for face in range(1, dessert.die.faces + 1))
    return tuple(dessert.played) if dessert.values else ()


def read_luck(setting: Setting, luck: Sequence[str]) -> list[int]:
    """The luck of a record as the numbers that a replaying dealer uses."""
    numbers = {seat: number for number, seat in enumerate(SEAT_LETTERS)}
    if setting.table_kind == "roll":
        numbers |= {die: number for number, die in enumerate(DIE_NAMES)}
        numbers |= {face: faces.index(face) for _, faces in DICE.values() for face in faces}
    else:
        numbers |= {word: number for number, word in enumerate(_dessert_luck(setting))}
        numbers |= {card: number for number, card in enumerate(hand_words(setting.dessert_number))}
    unknown = [word for word in luck if word not in numbers]
    if unknown:
        raise BadFile("bad-word", word=unknown[0], choices=", ".join(numbers))
    return [numbers[word] for word in luck]
