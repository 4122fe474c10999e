"""The referee plays random games of every kind: nothing is lost, and the scores add up."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.referee import Referee, referee_for
from tests.referee.random_luck import ANNIVERSARY, DECK, DESSERTS, DICE, EDITION_2014, FACES, FIRST, ROLL, RandomLuck

Setting = tuple[str, int, str | None, str | None, bool]


def all_settings() -> list[Setting]:
    """List every legal combination of menu, players, dessert, variant and the maki rule."""
    settings: list[Setting] = []
    for seats in (2, 3, 4, 5):
        two: tuple[str | None, ...] = ("dummy",) if seats == 2 else ()
        settings += [(ROLL, seats, None, None, False), (FIRST, seats, None, None, False)]
        settings += [(EDITION_2014, seats, None, variant, False) for variant in (None, "both-ways", *two)]
        two = ("piles", "battle", "dummy") if seats == 2 else ()
        settings += [
            (ANNIVERSARY, seats, dessert, variant, must_have_maki)
            for dessert in DESSERTS
            for variant in (None, "both-ways", "golf", *two)
            for must_have_maki in ((False, True) if seats == 2 else (False,))
        ]
    return settings


def cards_in_sight(state: dict[str, Any], luck: RandomLuck) -> Counter[str]:
    """Count all cards, wherever they are; a thawed yogurt is still a yogurt card."""
    places = state["plates"] + state["desserts"] + [state["discards"], luck.deck]
    places += state.get("hands", []) + state.get("piles", [])
    if "pyramid" in state:
        laid_out = zip(state["pyramid"], luck.pyramids[-1], strict=True)
        places.append([hidden if shown == "?" else shown for shown, hidden in laid_out if shown is not None])
    return Counter("yogurt" if word.startswith("yogurt") else word for place in places for word in place)


def check_dice_and_tokens(state: dict[str, Any], seats: int) -> None:
    """Check that no die and no token is lost."""
    on_belts = [die for belt in state["belts"] for die in belt if die is not None]
    assert all(face in FACES[die] for die, face in on_belts)
    on_trays = [face for plate in state["plates"] for face in plate]
    assert len(on_belts) + len(on_trays) == (0 if state["over"] else seats * (10 - seats))
    die_of = {face: die for die, faces in FACES.items() for face in faces}
    assert Counter([die for die, _ in on_belts] + [die_of[face] for face in on_trays]) <= Counter(DICE)
    for token, total in (("pudding", 32), ("menu", 18), ("chopsticks", 12)):
        counts = [state["supply"][token], *(each[token] for each in state["tokens"])]
        assert sum(counts) == total
        assert min(counts) >= 0


def check_scores(game: Referee) -> None:
    """Check that totals are what the score pad adds up to."""
    state = game.state()
    for plate, score in enumerate(state["scores"]):
        rounds = sum(sum(line[plate].values()) for line in game.lines)
        desserts = sum(game.final[plate].values()) if state["over"] else 0
        assert score == rounds + 2 * game.squishies[plate] + desserts


@pytest.mark.parametrize("setting", all_settings())
def test_random_games_lose_nothing_and_end(setting: Setting) -> None:
    """Play at random to the end, and count everything after every choice."""
    menu, seats, dessert, variant, must_have_maki = setting
    shuffled = dessert or "pudding"
    for seed in range(3):
        luck = RandomLuck(seed, seats, shuffled, variant)
        game = referee_for(menu, seats, dessert, variant, must_have_maki, luck=luck)
        rng = random.Random(seed)
        while game.to_move():
            seat = rng.choice(game.to_move())
            state = game.state()
            assert not state["over"]
            assert state["winners"] == []
            game.choose(seat, rng.choice(sorted(game.moves(seat))))
            if menu == ROLL:
                check_dice_and_tokens(game.state(), seats)
            else:
                assert cards_in_sight(game.state(), luck) == Counter(DECK + DESSERTS[shuffled])
            check_scores(game)
        state = game.state()
        assert state["over"]
        assert state["winners"]
        assert set(state["winners"]) <= set(range(seats))
        assert len(game.lines) == 3
        assert all(
            set(line) == {"tempura", "sashimi", "dumpling", "maki", "nigiri"} for lines in game.lines for line in lines
        )
        assert len(game.final) == len(state["plates"]) == (3 if variant == "dummy" else seats)
        assert all(game.moves(seat) == set() for seat in range(seats))
