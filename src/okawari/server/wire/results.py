"""The results of a person as a message."""

from __future__ import annotations

from collections.abc import Sequence

from okawari.server.play.results import Opponent, Result
from okawari.server.wire import messages as m


def results_message(results: Sequence[Result]) -> m.Results:
    """The message about the results of a person, which are given the latest first."""
    people = _People()
    return m.Results(games=[_game(result, people) for result in results])


class _People:
    """Numbers for opponents, by which a reader can tell them apart without learning their secret ids."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str | None], int] = {}

    def number(self, other: Opponent, reader: str) -> int | None:
        """The number of an opponent; a guest at another person's device has one of their own."""
        if other.person is None or (other.guest and other.person == reader):
            return None
        who = (other.person, other.name if other.guest else None)
        return self._numbers.setdefault(who, len(self._numbers))


def _game(result: Result, people: _People) -> m.GameResult:
    return m.GameResult(
        table=result.table if result.stored else None,
        at=result.at,
        setting=m.SettingChoice(**result.setting.to_json()),
        points=result.points,
        rounds=list(result.rounds),
        place=result.place,
        winners=result.winners,
        dishes=result.dishes,
        opponents=[
            m.ResultOpponent(
                points=other.points,
                place=other.place,
                bot=other.bot,
                name=other.name,
                person=people.number(other, result.person),
            )
            for other in result.opponents
        ],
    )
