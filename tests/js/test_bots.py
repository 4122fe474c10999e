"""The bots and the solver of the npm package choose, estimate and solve as Python's, bit for bit."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from typing import Any

import pytest

from okawari import OkawariError, Position, View, bots
from okawari.bots import quick
from okawari.bots.guided import guide_for
from okawari.bots.solver import solution, solve
from okawari.bots.stream import Stream
from okawari.bots.tree import TreeBot
from tests.js.node import Node, running
from tests.support.tables import (
    ANNIVERSARY,
    DESSERTS,
    EDITION_2014,
    FIRST,
    ROLL,
    SAMPLE,
    TABLES,
    RandomPlayer,
    Table,
    play_on,
)

#: Every kind of bot, none with a time limit.
SPECS = (
    *("random", "pip", "pip:slip=0.7", "hana", "taro", "simple"),
    *("tree:budget=200", "tree:budget=300:win=0", "expert:budget=90:cards=6", "expert:budget=90:states=900"),
    # The time limit is far off: with both limits the number of passes counts.
    "expert:budget=150:states=3000:seconds=600",
    *("kenji", "expert:budget=150:guided=0"),
)
#: Tables with a network that can guide a search.
GUIDED = [table for table in SAMPLE if guide_for(table.setting)] + [Table(FIRST, seats) for seats in (2, 3, 4, 5)]
#: Tables whose rounds can be solved.
OPEN = [
    Table(FIRST, 2),
    Table(EDITION_2014, 2, "pudding", "both-ways"),
    *(Table(ANNIVERSARY, 2, dessert) for dessert in DESSERTS[ANNIVERSARY]),
    *(Table(ANNIVERSARY, 2, dessert, "golf", must_have_maki=True) for dessert in DESSERTS[ANNIVERSARY]),
    Table(ROLL, 2),
]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running("thinker.mjs") as process:
        yield process


def described(view: View) -> dict[str, Any]:
    record = base64.b64encode(view.record.tobytes()).decode()
    return {"setting": view.setting.to_json(), "record": record}


def bits(number: float) -> str:
    return struct.pack(">d", number).hex()


def in_bits(numbers: dict[str, float]) -> list[list[str]]:
    return [[text, bits(number)] for text, number in numbers.items()]


def views_of(table: Table, seed: int, step: int, start: int = 0) -> Iterator[View]:
    """Views of seats that have a choice, after every few choices of a random game."""
    game, player = table.game(seed), RandomPlayer(seed, seed)
    choices = 0
    while not game.over:
        seat = player.random.choice(game.to_move)
        if choices % step == start % step:
            yield game.view(seat)
        game.choose(seat, player.choose([move.text for move in game.moves(seat)]))
        choices += 1


def load_network(node: Node, table: Table) -> bool:
    """Load the network of a game in Node; whether there is one that guides searches, as in Python."""
    loaded = node.ask("network", setting=table.setting.to_json())
    by_network = any(quick.plays_by_network(level, table.setting) for level in quick.GAMES)
    guides = guide_for(table.setting) is not None
    assert loaded == {"plays": by_network or guides, "guides": guides}
    return guides


def compare_choices(node: Node, table: Table, seed: int, step: int, specs: tuple[str, ...]) -> int:
    """Compare two choices of every bot in some views of a game; the number of views."""
    load_network(node, table)
    compared = 0
    for n, view in enumerate(views_of(table, seed, step, start=seed)):
        for spec in specs:
            bot = bots.make(spec, seed + n)
            ours = [bot.choose(view).text, bot.choose(view).text]
            assert node.ask("choose", view=described(view), spec=spec, seed=seed + n) == ours, (spec, n)
        compared += 1
    return compared


def compare_searches(node: Node, table: Table, seed: int, step: int, spec: str) -> None:
    """Compare the visits and the estimate of every move in some views of a game."""
    for n, view in enumerate(views_of(table, seed, step, start=seed)):
        bot = bots.make(spec, seed + n)
        assert isinstance(bot, TreeBot)
        ours = [[move.text, visits, bits(value)] for move, (visits, value) in bot.search(view).items()]
        assert node.ask("search", view=described(view), spec=spec, seed=seed + n) == ours


def compare_solutions(node: Node, view: View | Position, **options: Any) -> bool:
    """Compare solutions or refusals; whether it was solved."""
    words = {"dessertPrice": "dessert_price"}
    asked = {"position": view.to_json()} if isinstance(view, Position) else {"view": described(view)}
    theirs = node.ask("solve", options=options, **asked)
    try:
        ours = solve(view, **{words.get(name, name): value for name, value in options.items()})
    except OkawariError as problem:
        assert theirs == {"refused": problem.code, "message": str(problem)}
        return False
    assert theirs == {
        "seat": ours.seat,
        "value": bits(ours.value),
        "margin": bits(ours.margin),
        "strategies": [in_bits(mix) for mix in ours.strategies],
        "cardValues": [in_bits(values) for values in ours.card_values],
        "exact": ours.exact,
        "noteCode": ours.note_code,
        "noteParams": ours.note_params,
        "note": ours.note,
        "nodes": ours.nodes,
        "mixed": ours.mixed,
    }
    return True


@pytest.fixture
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads share the work by chance, so that the number of nodes varies."""
    monkeypatch.setattr(solution, "_THREADS", 1)


@pytest.mark.parametrize("seed", [0, 1, -3, 2**64 - 1, 2**70 + 5, "", "coach 7", "Żółw 🍣" * 30])
def test_streams_draw_the_same(node: Node, seed: int | str) -> None:
    kinds: list[list[Any]] = [
        *(["word"], ["bits"], ["below", 52], ["below", 2**32 - 1], ["unit"], ["choice", list("abcde")]),
        *(["sample", list(range(9)), 4], ["weighted", [0.1, 0, 2.5, 0.3, 0]], ["weighted", [0, 0]], ["chance", 0.3]),
    ]
    draws = kinds * 20
    stream = Stream(seed)
    ours: list[Any] = []
    for kind, *args in draws:
        drawn = getattr(stream, kind)(*args)
        ours.append(str(drawn) if kind in ("word", "bits") else bits(drawn) if kind == "unit" else drawn)
    assert node.ask("stream", seed=str(seed), isText=isinstance(seed, str), draws=draws) == ours


@pytest.mark.parametrize(
    "spec",
    [
        *(name for name in bots.BOTS if name not in bots.PYTHON_ONLY),
        *("sommelier", "", "it's", "tree:", "tree:budget", "tree:budget=x", "tree:budget=0", "tree:budget=1.5"),
        *("hana:slip=1", "tree:seconds=-1", "tree:seconds=0", "tree:win=2", "tree:budget=5:budget=6", "oba:cards=8"),
        *("pip:slip=.5", "suzu:budget=1e2", "kenji:seconds=2.5", "random:seed=3", "tree:budget=--5", "tree:win=-0.5"),
        *("expert:cards=11", "expert:cards=2.5", "expert:states=0", "oba:states=1.5", "oba:budget=500"),
    ],
)
def test_names_and_options_are_the_same(node: Node, spec: str) -> None:
    try:
        ours: Any = bool(bots.make(spec, 1))
    except ValueError as problem:
        ours = {"refused": None, "message": str(problem).replace(f", {', '.join(bots.PYTHON_ONLY)}.", ".")}
    assert node.ask("make", spec=spec) == ours


@pytest.mark.parametrize("level", bots.LEVELS)
def test_levels_search_as_long(node: Node, level: str) -> None:
    for share in (1.0, 0.25, 0.001):
        bot = bots.make_level(level, 1, share)
        limits = [getattr(bot, limit, None) for limit in ("seconds", "budget", "states")]
        ours = [*limits, bots.usual_seconds(level)]
        assert node.ask("level", level=level, share=share) == ours


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_bots_choose_the_same(node: Node, table: Table) -> None:
    assert compare_choices(node, table, seed=3, step=11, specs=SPECS) >= 4


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_searches_count_the_same(node: Node, table: Table) -> None:
    compare_searches(node, table, seed=5, step=13, spec="tree:budget=700")


@pytest.mark.parametrize("table", GUIDED, ids=str)
def test_guided_searches_count_the_same(node: Node, table: Table) -> None:
    assert load_network(node, table)
    compare_searches(node, table, seed=5, step=9, spec="expert:budget=150:cards=0")


@pytest.mark.parametrize("seed", range(3))
def test_oba_plays_dice_by_the_same_network(node: Node, seed: int) -> None:
    """All choices of a game: an oba that searched would need a second for each."""
    assert quick.plays_by_network("oba", Table(ROLL, 2).setting)
    assert compare_choices(node, Table(ROLL, 2), seed, step=1, specs=("oba",)) > 40


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("table", OPEN, ids=str)
def test_solutions_are_the_same(node: Node, table: Table) -> None:
    solved = 0
    for view in views_of(table, seed=2, step=1):
        if view.setting.table_kind == "roll" or len(view.hand) <= 6:
            solved += compare_solutions(node, view)
    assert solved


@pytest.mark.usefixtures("one_thread")
def test_positions_are_solved_the_same(node: Node) -> None:
    for table in (Table(ANNIVERSARY, 2, "yogurt"), Table(ROLL, 2)):
        game, player, solved = table.game(4), RandomPlayer(4), 0
        while not game.over:
            play_on(game, player, 1)
            if not game.over and (table.menu == ROLL or len(game.view(0).hand) <= 5):
                solved += compare_solutions(node, game.position)
        assert solved


@pytest.mark.usefixtures("one_thread")
def test_options_of_the_solver_are_the_same(node: Node) -> None:
    view = next(view for view in views_of(Table(FIRST, 2), seed=1, step=1) if len(view.hand) == 5)
    for price in (0, 0.125, 0.375, -2.5, 123.0, 1e-5):
        assert compare_solutions(node, view, dessertPrice=price, seat=1)
    assert compare_solutions(node, view, memory=4_500_000)
    assert not compare_solutions(node, view, memory=1_000_000)
    assert compare_solutions(node, view, states=solve(view).nodes + 1)
    assert not compare_solutions(node, view, states=40)
    for table in SAMPLE:
        assert not compare_solutions(node, next(views_of(table, seed=1, step=1)))


@pytest.mark.parametrize("table", [Table(FIRST, 2), Table(FIRST, 4), Table(ROLL, 3)], ids=str)
def test_bots_say_that_their_time_was_too_short(node: Node, table: Table) -> None:
    view = next(views_of(table, seed=1, step=1))
    for spec, shortened in {
        "expert:budget=100000000:seconds=0.05": True,
        "expert:budget=300:seconds=600": False,
    }.items():
        bot = bots.make(spec, 1)
        bot.choose(view)
        assert bot.shortened is node.ask("shortened", view=described(view), spec=spec) is shortened


def test_a_search_can_be_cancelled(node: Node) -> None:
    view = Table(FIRST, 4).game(1).view(0)
    move, milliseconds, ticks = node.ask("cancel", view=described(view), after=150)
    assert move in [move.text for move in view.moves]
    assert milliseconds < 30_000 and ticks > 0


def test_thinking_chooses_the_same_and_frees_its_memory(node: Node) -> None:
    view = Table(FIRST, 3).game(1).view(0)
    ours = bots.make("tree:budget=2000", 4).choose(view).text
    question = {"view": described(view), "spec": "tree:budget=2000", "seed": 4}
    assert node.ask("think", **question) == ours
    before = node.ask("bytes")
    assert [node.ask("think", **question) for _ in range(5)] == [ours] * 5
    assert node.ask("bytes") == before


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_bots_choose_the_same_at_every_table(node: Node, table: Table) -> None:
    for seed in range(2):
        compare_choices(node, table, seed, step=7, specs=SPECS)
        compare_searches(node, table, seed, step=9, spec="tree:budget=1500")


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("table", OPEN, ids=str)
def test_large_hands_are_solved_the_same(node: Node, table: Table) -> None:
    for seed in range(3):
        for view in views_of(table, seed, step=1):
            if len(view.hand) <= 8:
                compare_solutions(node, view, memory=64_000_000)
