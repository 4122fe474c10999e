"""The results of a person as a message: sums and averages of all their games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from heapq import nlargest
from statistics import fmean

from okawari.server.play.results import Opponent, Result
from okawari.server.wire import messages as m

#: The most rows of each list.
OPPONENTS, ROUNDS, DISHES, LAST = 30, 5, 8, 20


def results_message(results: Sequence[Result]) -> m.Results:
    """The message about the results of a person, which are given the latest first."""
    return m.Results(
        games=len(results),
        wins=sum(result.winners > 0 for result in results),
        shared=sum(result.winners > 1 for result in results),
        by_game=_by_game(results),
        by_opponent=_by_opponent(results),
        best_rounds=_best_rounds(results),
        dishes=_dishes(results),
        last=[_line(result) for result in reversed(results[:LAST])],
    )


def _by_game(results: Sequence[Result]) -> list[m.ResultsByGame]:
    """Games by edition, variant and number of players, in which points can be compared; the most played first."""
    groups: dict[tuple[str, str | None, int], list[Result]] = defaultdict(list)
    for result in results:
        groups[result.setting.menu, result.setting.variant, result.setting.seats].append(result)
    lines = [
        m.ResultsByGame(
            menu=menu,
            variant=variant,
            seats=seats,
            games=len(group),
            wins=sum(result.winners > 0 for result in group),
            average=fmean(result.points for result in group),
            best=max(group, key=_worth).points,
        )
        for (menu, variant, seats), group in groups.items()
    ]
    return sorted(lines, key=lambda line: -line.games)


def _worth(result: Result) -> int:
    return result.setting.variant_rules.sign * result.points


def _by_opponent(results: Sequence[Result]) -> list[m.ResultsByOpponent]:
    """Games by opponent, the most frequent first; a person has the name of the latest game."""
    groups: dict[tuple[str | None, ...], list[tuple[Result, Opponent]]] = defaultdict(list)
    for result in results:
        for other in result.opponents:
            groups[_who(other)].append((result, other))
    lines = [
        m.ResultsByOpponent(
            bot=games[0][1].bot,
            name=games[0][1].name,
            games=len(games),
            ahead=sum(result.place < other.place for result, other in games),
            behind=sum(result.place > other.place for result, other in games),
            average=fmean(result.points for result, _ in games),
            theirs=fmean(other.points for _, other in games),
        )
        for games in groups.values()
    ]
    return sorted(lines, key=lambda line: -line.games)[:OPPONENTS]


def _who(other: Opponent) -> tuple[str | None, ...]:
    """What tells an opponent from others. All who were forgotten are one."""
    return other.bot, other.person, other.name if other.guest else None


def _best_rounds(results: Sequence[Result]) -> list[m.BestRound]:
    """The rounds with the most points; games in which few points are good are left out."""
    rounds = [
        (points, result, number)
        for result in results
        if not result.setting.variant_rules.lowest_wins
        for number, points in enumerate(result.rounds, 1)
    ]
    return [
        m.BestRound(points=points, round=number, setting=_setting(result), at=result.at, table=_table(result))
        for points, result, number in nlargest(ROUNDS, rounds, key=lambda each: each[0])
    ]


def _dishes(results: Sequence[Result]) -> list[m.DishCount]:
    counted: Counter[str] = Counter()
    for result in results:
        counted.update(result.dishes)
    return [m.DishCount(dish=dish, n=n) for dish, n in counted.most_common(DISHES)]


def _line(result: Result) -> m.PlayedGame:
    best_other = min(result.opponents, key=lambda other: other.place)
    return m.PlayedGame(
        at=result.at,
        setting=_setting(result),
        points=result.points,
        best_other=best_other.points,
        place=result.place,
        winners=result.winners,
        table=_table(result),
    )


def _setting(result: Result) -> m.SettingChoice:
    return m.SettingChoice(**result.setting.to_json())


def _table(result: Result) -> str | None:
    return result.table if result.stored else None
