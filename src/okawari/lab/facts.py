"""The facts of a recorded game from which statistics are made: picks, lines of the bill, totals, shares of the win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from okawari.game import Game, OkawariError, Record
from okawari.lab.names import edition_of
from okawari.rules import dishes
from okawari.texts import say

#: Cards and faces that score on the line of another word; the others score on their own, without its number.
_DISH = {"egg": "nigiri", "salmon": "nigiri", "squid": "nigiri", "menu": "tokens"}


@dataclass(frozen=True)
class Pick:
    """A card or die that was taken: by which plate, in which round and turn, and whether there was a choice."""

    who: int
    card: str
    round: int
    turn: int
    chosen: bool


@dataclass(frozen=True)
class Facts:
    """The facts of a finished game; totals are by plate, shares of the win by seat."""

    edition: str
    seats: int
    on_dice: bool
    totals: tuple[int, ...]
    shares: tuple[float, ...]
    picks: tuple[Pick, ...]
    #: (plate, dish, points, round) of every line of the bill; round 0 is the final scoring.
    lines: tuple[tuple[int, str, int, int], ...]


def dish_of(card: str, *, on_dice: bool = False) -> str:
    """The dish on whose line of the bill a card or die scores.

    >>> dish_of("maki3"), dish_of("squid"), dish_of("chopsticks2", on_dice=True)
    ('maki', 'nigiri', 'tokens')
    """
    word = dishes.dish_of(card)
    return "tokens" if on_dice and word == "chopsticks" else _DISH.get(word, word)


def facts_of_file(path: Path, lang: str = "en") -> Facts | str:
    """The facts of a record file; a message in `lang` if it cannot be used."""
    try:
        record = Record.load(path)
        if record.position is not None:
            return f"{path}: {say(lang, 'lab.not-from-start')}"
        if not record.over or not (game := record.replay()).over:
            return f"{path}: {say(lang, 'lab.not-over')}"
        return facts_of(game)
    except OkawariError as problem:
        return f"{path}: {problem.in_language(lang)}"
    except OSError as problem:
        return say(lang, "replay.cannot-read", file=path, problem=problem.strerror)
    except (ArithmeticError, LookupError, TypeError, ValueError):  # a forged record that no table can hold
        return f"{path}: {say(lang, 'error.verify-moves')}"


def facts_of(game: Game) -> Facts:
    """The facts of a finished game."""
    return Facts(
        edition=edition_of(game.setting),
        seats=game.setting.seats,
        on_dice=game.setting.table_kind == "roll",
        totals=game.totals,
        shares=tuple((seat in game.winners) / len(game.winners) for seat in game.seats),
        picks=tuple(_picks(game)),
        lines=tuple(_lines(game)),
    )


def _picks(game: Game) -> Iterator[Pick]:
    """All picks of a game, in order.

    A turn is over when hands or belts are passed; in sushi battle nothing is passed, and each seat counts its cards.
    """
    round_no, turn, takes, no_choice = 0, 1, [0] * game.setting.diners, set[int]()
    for event in game.events:
        who = -1 if event.who is None else event.who
        if event.name in ("deal", "bag"):
            round_no, turn, takes, no_choice = event.details["round"], 1, [0] * game.setting.diners, set()
        elif event.name in ("pass", "slide"):
            turn += 1
        elif event.name == "last" or (event.name == "take" and event.details["last"]):
            no_choice.add(who)
        elif event.name in ("play", "keep"):
            takes[who] += 1
            card = event.details["dish" if event.name == "play" else "face"]
            yield Pick(who, card, round_no, takes[who] if game.setting.turns is None else turn, who not in no_choice)


def _lines(game: Game) -> Iterator[tuple[int, str, int, int]]:
    """All lines of a game's bill."""
    for score in game.scores:
        for number, lines in enumerate(score.rounds, 1):
            yield from ((score.who, line.dish, line.points, number) for line in lines)
        yield from ((score.who, line.dish, line.points, 0) for line in score.final)
