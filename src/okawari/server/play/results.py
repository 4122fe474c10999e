"""What a person has achieved in a finished game: one result for each person who finished it in their own seat."""

from __future__ import annotations

from dataclasses import dataclass

from okawari.game import Setting
from okawari.server.play.seat import Seat
from okawari.server.play.table import Table
from okawari.server.play.types import Level

#: The most results that are stored of a person; when there are more, the oldest is deleted.
MOST_RESULTS = 1_000


@dataclass(frozen=True)
class Opponent:
    """Another seat of a game: a bot by its level, or a person by their name."""

    seat: int
    points: int
    place: int
    bot: Level | None = None
    name: str = ""
    #: The secret id of the person who holds the seat; None for a bot, and once the person was forgotten.
    person: str | None = None
    #: Whether it is a further person at the device of that person.
    guest: bool = False


@dataclass(frozen=True)
class Result:
    """The result of a person in a game."""

    person: str
    table: str
    #: When the game ended.
    at: float
    setting: Setting
    points: int
    #: The points of each round; the rest of the points is for what is counted at the end.
    rounds: tuple[int, ...]
    #: The rank among all seats, from 1 on.
    place: int
    #: How many seats have won, if this one has; else 0.
    winners: int
    #: How many cards or dice of each dish were taken.
    dishes: dict[str, int]
    opponents: tuple[Opponent, ...]
    #: Whether the table is still stored, with the person at it.
    stored: bool = True


def counts_for_results(table: Table) -> bool:
    """Whether a game at this table gives results: a lesson, where others say what to play, and a rehearsal do not."""
    return table.listed and not table.rehearsal


def results_of(table: Table) -> tuple[Result, ...]:
    """The results of a table whose game is over.

    A seat that a bot plays at the end is a bot's, whoever began. Of several seats on one device only the owner's own
    seat has a result; the others count for nobody, and are opponents by name.
    """
    if not counts_for_results(table):
        return ()
    own = [seat for seat, held in enumerate(table.seats) if held.waits_for_person and not held.guest]
    if not own:
        return ()
    game = table.running
    places, scores = game.places, game.scores
    return tuple(
        Result(
            person=table.seats[seat].person or "",
            table=table.id,
            at=table.ended,
            setting=table.setting,
            points=scores[seat].total,
            rounds=tuple(sum(line.points for line in lines) for lines in scores[seat].rounds),
            place=places[seat],
            winners=len(game.winners) if seat in game.winners else 0,
            dishes=game.dishes_taken(seat),
            opponents=tuple(
                _opponent(other, held, scores[other].total, places[other])
                for other, held in enumerate(table.seats)
                if other != seat
            ),
        )
        for seat in own
    )


def _opponent(seat: int, held: Seat, points: int, place: int) -> Opponent:
    if held.waits_for_person:
        return Opponent(seat, points, place, name=held.name, person=held.person, guest=held.guest)
    return Opponent(seat, points, place, bot=held.player)
