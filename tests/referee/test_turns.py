"""The referee's turns: what each choice does, and what is refused."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.referee import Referee, referee_for
from tests.referee.points_of import play, strawberry_game
from tests.referee.random_luck import ANNIVERSARY, EDITION_2014, FACES, FIRST, ROLL, RandomLuck


def test_chopsticks_take_two_in_the_order_chosen() -> None:
    """Dip in this order, and pass the chopsticks on."""
    luck = RandomLuck(1, 2)
    luck.next_hands = [["chopsticks"] + ["tempura"] * 9, ["wasabi", "squid"] + ["sashimi"] * 8]
    game = referee_for(FIRST, 2, luck=luck)
    assert not any("+" in text for text in game.moves(0))
    play(game, "chopsticks", "sashimi")
    assert {"wasabi+squid", "squid+wasabi", "sashimi+sashimi"} <= game.moves(0)
    assert "squid+squid" not in game.moves(0)
    assert game.moves(1) == {"tempura"}
    state = play(game, "wasabi+squid", "tempura")
    assert state["plates"] == [["squid", "wasabi"], ["sashimi", "tempura"]]
    assert state["dipped"] == [["squid"], []]
    assert state["hands"][1] == ["chopsticks"] + ["sashimi"] * 7


def test_nigiri_before_wasabi_is_not_dipped() -> None:
    """Leave the wasabi open."""
    luck = RandomLuck(1, 2)
    luck.next_hands = [["chopsticks"] + ["tempura"] * 9, ["wasabi", "squid"] + ["sashimi"] * 8]
    game = referee_for(FIRST, 2, luck=luck)
    play(game, "chopsticks", "sashimi")
    assert play(game, "squid+wasabi", "tempura")["dipped"] == [[], []]


def test_a_choice_can_be_changed_and_an_illegal_one_changes_nothing() -> None:
    """Wait for all, and refuse without a trace."""
    game = referee_for(FIRST, 3, luck=RandomLuck(5, 3))
    before = game.state()
    first, second = sorted(game.moves(0))[:2]
    with pytest.raises(ValueError, match="cannot"):
        game.choose(0, "fugu")
    assert game.state() == before
    game.choose(0, first)
    assert game.to_move() == [1, 2]
    game.choose(0, second)
    assert game.to_move() == [1, 2]
    game.choose(1, min(game.moves(1)))
    assert game.state()["hands"] == before["hands"]
    game.choose(2, min(game.moves(2)))
    assert game.state()["turn"] == 2
    assert second in game.state()["plates"][0] + game.state()["desserts"][0]


def test_both_ways_passes_right_in_round_two() -> None:
    """Follow a hand around the table."""
    game = referee_for(EDITION_2014, 3, variant="both-ways", luck=RandomLuck(2, 3))
    for step in (1, -1, 1):
        hands = game.state()["hands"]
        texts = [min(hand) for hand in hands]
        rest = [sorted((Counter(hand) - Counter([text])).elements()) for hand, text in zip(hands, texts, strict=True)]
        now = play(game, *texts)["hands"]
        assert [now[(seat + step) % 3] for seat in range(3)] == rest
        while game.state()["turn"] != 1 and not game.state()["over"]:
            for seat in game.to_move():
                game.choose(seat, min(game.moves(seat)))


def test_piles_keep_hands_at_five() -> None:
    """Draw from one's own pile after the swap while it lasts."""
    game = referee_for(ANNIVERSARY, 2, variant="piles", luck=RandomLuck(3, 2, "strawberry", "piles"))
    sizes = []
    while game.state()["round"] == 1:
        sizes.append([len(hand) for hand in game.state()["hands"]])
        for seat in (0, 1):
            game.choose(seat, min(text for text in game.moves(seat) if "+" not in text))
    assert sizes == [[5, 5]] * 6 + [[4, 4], [3, 3], [2, 2]]


def test_dummy_controller_alternates_and_chooses_last_cards() -> None:
    """Play for the dummy every other turn; the one with a single card is not asked."""
    luck = RandomLuck(4, 2, "pudding", "dummy")
    luck.first = 1
    game = referee_for(EDITION_2014, 2, variant="dummy", luck=luck)
    controllers: dict[int, list[int]] = {1: [], 2: [], 3: []}
    while not game.state()["over"]:
        state = game.state()
        controller = next(seat for seat in state["to_move"] if any("/" in text for text in game.moves(seat)))
        controllers[state["round"]].append(controller)
        assert len(state["hands"][controller]) == 11 - state["turn"]
        assert state["to_move"] == ([controller] if state["turn"] == 9 else [0, 1])
        assert game.moves(1 - controller) == set() if state["turn"] == 9 else game.moves(1 - controller)
        for seat in state["to_move"]:
            game.choose(seat, min(text for text in game.moves(seat) if "+" not in text))
    assert controllers == {1: [1, 0] * 4 + [1], 2: [0, 1] * 4 + [0], 3: [1, 0] * 4 + [1]}


def test_dummy_controller_needs_three_cards_for_chopsticks() -> None:
    """Keep one card for the dummy."""
    luck = RandomLuck(1, 2, "pudding", "dummy")
    luck.first = 0
    luck.next_hands = [["chopsticks"] + ["tempura"] * 8, ["sashimi"] * 9]
    luck.next_piles = [["dumpling"] * 9]
    game = referee_for(EDITION_2014, 2, variant="dummy", luck=luck)
    play(game, "chopsticks/dumpling", "sashimi")
    assert game.moves(0) == {"sashimi", "sashimi+sashimi"}
    play(game, "sashimi", "tempura/dumpling")
    state = play(game, "tempura+tempura/tempura", "sashimi")
    assert state["plates"][0] == ["sashimi", "tempura", "tempura"]
    assert state["plates"][2] == ["dumpling", "dumpling", "tempura"]
    while game.state()["turn"] < 9:
        for seat in game.to_move():
            game.choose(seat, min(text for text in game.moves(seat) if "+" not in text))
    assert game.to_move() == [0]
    assert not any("+" in text for text in game.moves(0))


def test_last_card_takes_the_squishy() -> None:
    """Count the card that is placed without a choice."""
    game = strawberry_game(kasia=["strawberry2"], olek=[])
    while game.state()["round"] == 1:
        assert game.state()["squishy"] is None
        for seat in (0, 1):
            game.choose(seat, max(game.moves(seat)))
    assert game.squishies == [0, 1]


def test_the_holder_of_the_squishy_takes_it_but_once() -> None:
    """Give no points to a leader who stays in the lead."""
    game = strawberry_game(kasia=["strawberry2"], olek=["sashimi", "strawberry4"])
    play(game, "strawberry2", "sashimi")
    state = play(game, "strawberry4", "tempura")
    assert state["squishy"] == 0
    assert state["scores"] == [2, 0]
    assert game.squishies == [1, 0]


def battle_game(words: list[str]) -> Referee:
    """Begin a sushi battle on this pyramid, seat 0 first."""
    luck = RandomLuck(1, 2, "strawberry", "battle")
    luck.first = 0
    luck.next_pyramid = words
    return referee_for(ANNIVERSARY, 2, variant="battle", luck=luck)


def test_battle_uncovers_and_covers_with_chopsticks() -> None:
    """Turn up what lies bare, take it second, and put the chopsticks there."""
    words = ["tempura"] * 9 + ["squid"] * 5 + ["chopsticks"] + ["sashimi"] * 5
    game = battle_game(words)
    assert game.state()["pyramid"] == ["tempura"] * 2 + ["?"] * 3 + ["tempura"] * 4 + ["?"] * 5 + words[14:]
    assert game.moves(1) == set()
    game.choose(0, "take 5.1")
    game.choose(1, "take 5.3")
    assert game.state()["pyramid"][9] == "?"
    assert "take 5.2 chopsticks" in game.moves(0)
    game.choose(0, "take 5.2 chopsticks")
    assert game.state()["pyramid"][9:12] == ["squid", "squid", "?"]
    assert game.to_move() == [0]
    assert game.moves(0) == {"take 4.1", "take 4.2", "take 5.4", "take 5.5", "take 5.6"}
    assert game.state()["turn"] == 3
    game.choose(0, "take 4.2")
    state = game.state()
    assert state["turn"] == 4
    assert state["pyramid"][9:11] == ["squid", "chopsticks"]
    assert state["plates"][0] == ["sashimi", "squid"]
    game.choose(1, "take 4.1")
    assert "take 3.1" not in game.moves(0)
    game.choose(0, "take 4.2")
    assert "take 3.1" in game.moves(1)


def test_battle_has_twenty_turns_and_the_poorer_starts() -> None:
    """Begin a round with who has fewer points, or with the other one."""
    for seed in range(10):
        luck = RandomLuck(seed, 2, "strawberry", "battle")
        game = referee_for(ANNIVERSARY, 2, variant="battle", luck=luck)
        rng = random.Random(seed)
        before = game.state()
        while not before["over"]:
            seat = before["to_move"][0]
            game.choose(seat, rng.choice(sorted(game.moves(seat))))
            after = game.state()
            if after["round"] > before["round"]:
                one, other = after["scores"]
                assert before["turn"] == 19
                assert after["starter"] == (1 - before["starter"] if one == other else int(other < one))
            before = after


def test_roll_tokens_move_dice_and_faces() -> None:
    """Pay, swap, roll again, keep and gain."""
    luck = RandomLuck(1, 2)
    luck.first = 0
    luck.next_bag = [["special"] * 5 + ["nigiri"] * 3, ["pudding"] * 4 + ["maki"] * 4]
    luck.faces = {"special": "wasabi", "nigiri": "egg", "pudding": "pudding3", "maki": "maki2"}
    game = referee_for(ROLL, 2, luck=luck)
    assert game.state()["supply"] == {"pudding": 32, "menu": 12, "chopsticks": 8}
    assert sum(text.startswith("keep") for text in game.moves(0)) == 8
    assert sum(text.startswith("reroll") for text in game.moves(0)) == 255
    assert sum(text.startswith("swap") for text in game.moves(0)) == 64
    game.choose(0, "swap 2 with B1")
    assert game.state()["belts"][0][1] == ["pudding", "pudding3"]
    assert game.state()["belts"][1][0] == ["special", "wasabi"]
    luck.faces["special"] = "menu2"
    game.choose(0, "reroll 1 3")
    assert game.state()["belts"][0][0] == ["special", "menu2"]
    assert game.state()["belts"][0][3] == ["special", "wasabi"]
    assert game.state()["tokens"][0] == {"pudding": 0, "menu": 2, "chopsticks": 1}
    game.choose(0, "keep 2")
    assert game.state()["tokens"][0]["pudding"] == 3
    assert game.to_move() == [1]
    game.choose(1, "keep 1")
    state = game.state()
    assert state["red"] == 1
    assert state["turn"] == 2
    assert state["belts"][1][:2] == [["special", "menu2"], None]
    assert state["plates"] == [["pudding3"], ["wasabi"]]
    assert not any("B2" in text for text in game.moves(0))


@pytest.mark.parametrize(("seats", "step"), [(2, 1), (3, 1), (4, 1), (5, -1)])
def test_roll_starter_moves_between_rounds(seats: int, step: int) -> None:
    """Begin every round one seat further, with five players one seat back."""
    game = referee_for(ROLL, seats, luck=RandomLuck(6, seats))
    starters = [game.state()["red"]]
    while not game.state()["over"]:
        before = game.state()["round"]
        seat = game.to_move()[0]
        game.choose(seat, min(text for text in game.moves(seat) if text.startswith("keep")))
        if game.state()["round"] > before:
            starters.append(game.state()["red"])
    assert starters == [(starters[0] + step * number) % seats for number in range(3)]


def test_roll_supply_runs_out() -> None:
    """Take no more puddings than there are."""
    luck = RandomLuck(1, 2)
    luck.next_bag = [["pudding"] * 4 + ["maki"] * 4, ["appetizer"] * 8]
    luck.faces = {"pudding": "pudding3"}
    game = referee_for(ROLL, 2, luck=luck)
    while not game.state()["over"]:
        seat = game.to_move()[0]
        game.choose(seat, min(text for text in game.moves(seat) if text.startswith("keep")))
    state = game.state()
    assert state["supply"]["pudding"] == 0
    assert sum(each["pudding"] for each in state["tokens"]) == 32


def test_yogurt_thaws_in_plate_order() -> None:
    """Thaw seat by seat, and the two of one seat in their order."""
    luck = RandomLuck(1, 2, "yogurt")
    luck.frozen = [1, 2, 3, 3]
    luck.next_hands = [["chopsticks"] + ["yogurt"] * 2 + ["tempura"] * 7, ["yogurt"] * 2 + ["sashimi"] * 8]
    game = referee_for(ANNIVERSARY, 2, dessert="yogurt", luck=luck)
    assert play(game, "chopsticks", "yogurt")["desserts"] == [[], ["yogurt3"]]
    game.choose(1, "yogurt")
    assert play(game, "yogurt+sashimi")["desserts"] == [["yogurt3"], ["yogurt2", "yogurt3"]]


def test_yogurt_values_run_out() -> None:
    """Refuse a fourth yogurt of value 1."""
    luck = RandomLuck(1, 2, "yogurt")
    luck.frozen = [1, 1, 1, 1]
    luck.next_hands = [["yogurt"] * 5 + ["tempura"] * 5, ["yogurt"] * 5 + ["sashimi"] * 5]
    game = referee_for(ANNIVERSARY, 2, dessert="yogurt", luck=luck)
    play(game, "yogurt", "yogurt")
    game.choose(0, "yogurt")
    with pytest.raises(AssertionError, match="not left"):
        game.choose(1, "yogurt")


def test_mochi_dice_keep_their_last_roll() -> None:
    """Roll once for each card."""
    luck = RandomLuck(1, 2, "mochi")
    luck.next_hands = [["chopsticks"] + ["tempura"] * 9, ["mochi", "mochi"] + ["sashimi"] * 8]
    game = referee_for(ANNIVERSARY, 2, dessert="mochi", luck=luck)
    assert play(game, "chopsticks", "sashimi")["mochi"] == [1, 1]
    rolls = random.Random()
    rolls.setstate(luck.random.getstate())
    expected = [rolls.randint(1, 6), rolls.randint(1, 6)][-1]
    state = play(game, "mochi+mochi", "tempura")
    assert state["mochi"] == [expected, 1]
    assert state["desserts"] == [["mochi", "mochi"], []]


def test_boat_stays_at_a_tie_and_golf_is_won_by_the_lowest() -> None:
    """Give the boat by totals before desserts; let the lowest total win at golf."""
    for seed in range(20):
        game = referee_for(ANNIVERSARY, 3, variant="golf", luck=RandomLuck(seed, 3, "strawberry"))
        rng = random.Random(seed)
        boat = None
        while game.to_move():
            rounds = len(game.lines)
            seat = game.to_move()[0]
            game.choose(seat, rng.choice(sorted(game.moves(seat))))
            state = game.state()
            if len(game.lines) > rounds:
                final = [sum(line.values()) for line in game.final] or [0, 0, 0]
                totals = [score - last for score, last in zip(state["scores"], final, strict=True)]
                boat = totals.index(max(totals)) if totals.count(max(totals)) == 1 else boat
            assert state["boat"] == boat
        scores = game.state()["scores"]
        assert game.state()["winners"] == [seat for seat in range(3) if scores[seat] == min(scores)]


@pytest.mark.parametrize(
    ("menu", "seats", "options"),
    [
        ("sushi-go-party", 3, {}),
        (FIRST, 1, {}),
        (FIRST, 6, {}),
        (FIRST, 3, {"variant": "both-ways"}),
        (FIRST, 3, {"dessert": "tea"}),
        (FIRST, 2, {"must_have_maki": True}),
        (EDITION_2014, 3, {"variant": "golf"}),
        (EDITION_2014, 3, {"variant": "dummy"}),
        (EDITION_2014, 3, {"dessert": "strawberry"}),
        (EDITION_2014, 2, {"must_have_maki": True}),
        (ANNIVERSARY, 3, {"variant": "piles"}),
        (ANNIVERSARY, 3, {"variant": "battle"}),
        (ANNIVERSARY, 3, {"must_have_maki": True}),
        (ANNIVERSARY, 3, {"dessert": "cake"}),
        (ANNIVERSARY, 3, {"variant": "blindfold"}),
        (ROLL, 2, {"variant": "golf"}),
        (ROLL, 2, {"dessert": "pudding"}),
        (ROLL, 2, {"must_have_maki": True}),
    ],
)
def test_forbidden_games(menu: str, seats: int, options: dict[str, Any]) -> None:
    """Refuse what no book offers."""
    with pytest.raises(ValueError, match=r"."):
        referee_for(menu, seats, **options, luck=RandomLuck(1, seats))


def test_impossible_luck() -> None:
    """Refuse what chance cannot bring."""
    cheating = RandomLuck(1, 2)
    cheating.deck += ["squid"] * 5
    cheating.next_hands = [["squid"] * 6 + ["tempura"] * 4, ["sashimi"] * 10]
    with pytest.raises(AssertionError, match="squid"):
        referee_for(FIRST, 2, luck=cheating)
    short = RandomLuck(1, 2)
    short.next_hands = [["tempura"] * 9, ["sashimi"] * 10]
    with pytest.raises(AssertionError, match="hands"):
        referee_for(FIRST, 2, luck=short)
    loaded = RandomLuck(1, 2)
    loaded.faces = dict.fromkeys(FACES, "fugu")
    with pytest.raises(AssertionError, match="fugu"):
        referee_for(ROLL, 2, luck=loaded)
    outsider = RandomLuck(1, 2)
    outsider.first = 2
    with pytest.raises(AssertionError, match="seat 2"):
        referee_for(ROLL, 2, luck=outsider)
