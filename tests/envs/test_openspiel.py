"""OpenSpiel: its own tests pass for every setting, chance is fair, information states are exactly what a seat knows."""

from __future__ import annotations

import json
import pickle
import random
import runpy
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.observation import make_observation

import okawari
from okawari import Position, Setting, View
from okawari.bots.solver import solve
from okawari.envs import openspiel
from okawari.envs.tree import Node, Scene
from okawari.game.choices import every_setting
from okawari.game.reading import spread
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL

#: Each table kind, variant and dessert, and every number of seats.
COVER = [
    Setting.of(FIRST, 2),
    Setting.of(FIRST, 5),
    Setting.of(EDITION_2014, 3, variant="both-ways"),
    Setting.of(EDITION_2014, 2, variant="dummy"),
    Setting.of(ANNIVERSARY, 2, "mochi", "dummy", True),
    Setting.of(ANNIVERSARY, 2, "yogurt", "piles"),
    Setting.of(ANNIVERSARY, 4, "strawberry", "golf"),
    Setting.of(ANNIVERSARY, 2, "tea", "battle"),
    Setting.of(ROLL, 2),
]
TINY = {"deck": "tempura*2 salmon wasabi squid", "hand": 2, "reward": "margin"}


def parameters(setting: Setting, **others: Any) -> dict[str, Any]:
    """The parameters of a game with this setting."""
    chosen = {"menu": setting.menu, "players": setting.seats, "must_have_maki": setting.must_have_maki}
    words = {"dessert": setting.dessert, "variant": setting.variant}
    return chosen | {name: word for name, word in words.items() if word} | others


def load(setting: Setting, **others: Any) -> Any:
    return pyspiel.load_game(f"okawari_{setting.table_kind}", parameters(setting, **others))


def playthrough(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game, the same object each time."""
    rng, state = random.Random(seed), game.new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, chances)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(game.num_players())])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize("setting", COVER, ids=str)
def test_open_spiels_own_simulations_pass(setting: Setting) -> None:
    pyspiel.random_sim_test(load(setting), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_open_spiels_own_simulations_pass_for_every_setting(setting: Setting) -> None:
    pyspiel.random_sim_test(load(setting, reward="points"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("setting", [setting for setting in COVER if setting.table_kind == "draft"], ids=str)
def test_drafting_can_be_played_in_turns(setting: Setting) -> None:
    game = pyspiel.convert_to_turn_based(load(setting))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["okawari_draft", "okawari_battle", "okawari_roll"])
def test_games_load_by_their_names(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert game.get_type() == pickle.loads(pickle.dumps(game.get_type()))


def test_a_tiny_deck_can_be_named_in_a_string() -> None:
    game = pyspiel.load_game("okawari_draft(deck=tempura*2 squid*2,hand=2,reward=margin)")
    assert game.max_game_length() == 2
    assert game.get_parameters()["deck"] == "tempura*2 squid*2"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"menu": "sushi-roll"}, "okawari_roll"),
        ({"menu": "sushi-go"}, "sushi-go"),
        ({"reward": "fame"}, "win, margin, points"),
        ({"deck": "tempura*3", "hand": 2}, "need 4"),
        ({"deck": "tempura*4", "hand": 1}, "2 to 10"),
        ({"deck": "tempura*4 caviar", "hand": 2}, "caviar"),
        ({"deck": "squid*6", "hand": 2}, "squid"),
        ({"menu": EDITION_2014, "variant": "dummy", "deck": "tempura*9", "hand": 2}, "draw piles"),
    ],
)
def test_wrong_parameters_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        openspiel.OkawariGame(wrong)


@pytest.mark.parametrize("setting", COVER, ids=str)
def test_states_can_be_saved_at_any_moment(setting: Setting) -> None:
    game = load(setting)
    for n, state in enumerate(playthrough(game, 3)):
        if n % 29 == 0 or state.is_terminal():
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert str(again) == str(state)
            assert again.returns() == state.returns()
            assert [again.information_state_string(seat) for seat in range(setting.seats)] == [
                state.information_state_string(seat) for seat in range(setting.seats)
            ]


@pytest.mark.parametrize("setting", COVER, ids=str)
def test_chance_has_the_probabilities_of_the_pieces(setting: Setting) -> None:
    game = load(setting)
    nodes = 0
    for state in playthrough(game, 5):
        if state.is_chance_node():
            chances = [chance for _, chance in state.chance_outcomes()]
            assert len(chances) > 1
            assert sum(chances) == pytest.approx(1)
            assert all(number < game.max_chance_outcomes() for number, _ in state.chance_outcomes())
            nodes += 1
    assert 0 < nodes <= game.max_chance_nodes_in_history()


def chances(state: Any) -> dict[str, float]:
    return {state.action_to_string(number): chance for number, chance in state.chance_outcomes()}


def test_the_first_cards_are_as_likely_as_the_deck_has_them() -> None:
    state = load(Setting.of(ANNIVERSARY, 2, "tea")).new_initial_state()
    expected = okawari.new(ANNIVERSARY, seats=2, dessert="tea").view(None).unseen_cards
    assert chances(state) == pytest.approx({word: n / 108 for word, n in expected.items()})
    state.apply_action(state.legal_actions()[0])
    assert chances(state)["tempura"] == pytest.approx(13 / 107)


def test_faces_are_as_likely_as_their_sides() -> None:
    """An appetizer die has three sides with a dumpling, two with a tempura and one with a sashimi."""
    for state in playthrough(load(Setting.of(ROLL, 2)), 1):
        if state.is_chance_node() and "dumpling" in chances(state):
            assert chances(state) == pytest.approx({"dumpling": 1 / 2, "tempura": 1 / 3, "sashimi": 1 / 6})
            return
    raise AssertionError("No appetizer die was rolled.")


def test_values_of_yogurt_are_those_that_nobody_has() -> None:
    game = load(Setting.of(ANNIVERSARY, 2, "yogurt"), deck="yogurt*4", hand=2)
    state = game.new_initial_state()
    state.apply_actions([11, 11])
    assert chances(state) == pytest.approx({"yogurt1": 0.3, "yogurt2": 0.4, "yogurt3": 0.3})
    state.apply_action(2)
    assert chances(state) == pytest.approx({"yogurt1": 3 / 9, "yogurt2": 4 / 9, "yogurt3": 2 / 9})


def test_a_seat_in_control_chooses_for_the_extra_plate_alone_and_in_secret() -> None:
    setting = Setting.of(EDITION_2014, 2, variant="dummy")
    before = None
    for state in playthrough(load(setting), 2):
        node: Node = state.node
        if node.scene and node.scene.pending >= 0:
            assert before
            (control,) = node.to_move
            assert state.current_player() == control
            other = 1 - control
            assert state.observation_string(other) != state.observation_string(control)
            assert json.loads(state.observation_string(control))["pending"]
            assert "pending" not in json.loads(state.observation_string(other))
            assert json.loads(state.observation_string(other))["plates"] == before["plates"]
        elif node.to_move:
            before = json.loads(state.observation_string(0))
    assert state.is_terminal()


@pytest.mark.parametrize("reward", ["win", "margin", "points"])
@pytest.mark.parametrize("setting", COVER, ids=str)
def test_utilities_follow_from_the_points(setting: Setting, reward: str) -> None:
    game = load(setting, reward=reward)
    *_, state = playthrough(game, 8)
    view = View.from_json(json.loads(state.observation_string(0)))
    points = [setting.variant_rules.sign * total for total in view.scores[: setting.seats]]
    if reward == "points":
        assert state.returns() == points
    elif reward == "margin":
        best = [max(points[:seat] + points[seat + 1 :]) for seat in range(setting.seats)]
        assert state.returns() == [own - other for own, other in zip(points, best, strict=True)]
    else:
        share = setting.seats / len(view.winners)
        assert state.returns() == [share * (seat in view.winners) - 1 for seat in range(setting.seats)]
    zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert zero_sum == (reward == "win" or (reward == "margin" and setting.seats == 2))
    if zero_sum:
        assert sum(state.returns()) == pytest.approx(game.utility_sum())


@pytest.mark.parametrize("setting", COVER, ids=str)
def test_observers_agree_with_states(setting: Setting) -> None:
    game = load(setting)
    now = make_observation(game)
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for n, state in enumerate(playthrough(game, 9)):
        seat = n % setting.seats
        now.set_from(state, seat)
        assert now.tensor.tolist() == state.observation_tensor(seat)
        assert now.string_from(state, seat) == state.observation_string(seat)
        assert recalled.string_from(state, seat) == state.information_state_string(seat)
        if recalled.tensor is not None:
            recalled.set_from(state, seat)
            assert recalled.tensor.tolist() == state.information_state_tensor(seat)
    assert sum(piece.size for piece in now.dict.values()) == now.tensor.size


def knowledge(node: Node, seat: int) -> list[Any]:
    """What a seat saw in every scene that shows it something new, and its own actions there."""
    scenes = [*node.past, *([(node.scene, {})] if node.scene else [])]
    return [
        (Node(node.tree, (), scene).observation(seat), actions.get(seat))
        for scene, actions in scenes
        if scene.pending < 0 or seat in scene.to_move
    ]


@pytest.mark.parametrize(
    "game",
    [
        lambda: load(Setting.of(FIRST, 2), deck="tempura*2 chopsticks*2 squid wasabi salmon", hand=3),
        lambda: load(Setting.of(ANNIVERSARY, 3, "mochi"), deck="tempura*3 mochi*3 chopsticks*3", hand=3),
        lambda: load(Setting.of(ANNIVERSARY, 2, "strawberry", "dummy")),
    ],
    ids=["two", "three", "dummy"],
)
def test_equal_information_states_mean_equal_knowledge(game: Any) -> None:
    """Seats with the same string have seen and done the same, so that those who have not have different strings."""
    loaded = game()
    known: dict[str, str] = {}
    for seed in range(120):
        for state in playthrough(loaded, seed):
            for seat in range(loaded.num_players()) if not state.is_chance_node() else ():
                text, facts = state.information_state_string(seat), repr((seat, knowledge(state.node, seat)))
                assert known.setdefault(text, facts) == facts
        if len(known) > 800:
            break


def test_an_information_state_remembers_hands_that_were_passed_on() -> None:
    """What a seat saw of a hand is not forgotten when the cards are gone, in the string and in the tensor."""
    game = load(Setting.of(FIRST, 2), deck="tempura*4 salmon*4", hand=4)
    by_table: dict[str, set[str]] = defaultdict(set)
    tensors: dict[str, set[tuple[float, ...]]] = defaultdict(set)
    for seed in range(60):
        for state in playthrough(game, seed):
            if state.is_simultaneous_node():
                text = state.information_state_string(0)
                by_table[state.observation_string(0)].add(text)
                tensors[text].add(tuple(state.information_state_tensor(0)))
    assert any(len(texts) > 1 for texts in by_table.values())
    assert all(len(found) == 1 for found in tensors.values())
    assert len({next(iter(found)) for found in tensors.values()}) == len(tensors)


@pytest.mark.parametrize("setting", [setting for setting in COVER if setting.table_kind != "roll"], ids=str)
def test_nothing_hidden_is_told(setting: Setting) -> None:
    """If what a seat cannot know is dealt anew, it observes the same, and remembers the same."""
    for n, state in enumerate(playthrough(load(setting), 4)):
        node: Node = state.node
        seat = n % setting.seats
        if node.scene is None or node.over or node.scene.pending >= 0:
            continue
        record = np.zeros(1, setting.kernels.view)
        setting.kernels.look(node.table, seat, record)
        other = View(setting, record).imagine(seed=n)
        twin = Node(node.tree, node.past, Scene(other, node.scene.events))
        assert twin.observation(seat) == node.observation(seat)
        assert twin.information(seat) == node.information(seat)
        assert np.array_equal(np.array(twin.cells(seat)), np.array(node.cells(seat)))


def test_an_observation_string_is_a_view_that_bots_can_play_from() -> None:
    for state in playthrough(load(Setting.of(FIRST, 2)), 6):
        if state.is_simultaneous_node():
            view = View.from_json(json.loads(state.observation_string(1)))
            assert okawari.bots.make("simple", seed=1).choose(view) in view.moves
            return


def solved_by_cfr(iterations: int, **tiny: Any) -> tuple[Any, Any, list[float]]:
    """A game in turns, the policy for it, and its exploitability after two iterations and after all."""
    game = pyspiel.convert_to_turn_based(load(Setting.of(FIRST, 2), **tiny))
    solver, left = cfr.CFRPlusSolver(game), []
    for n in range(iterations):
        solver.evaluate_and_update_policy()
        if n in (1, iterations - 1):
            left.append(exploitability(game, solver.average_policy()))
    return game, solver.average_policy(), left


def test_cfr_solves_a_tiny_deck() -> None:
    *_, (early, late) = solved_by_cfr(12, **TINY)
    assert late < 0.03 < early


def test_cfr_finds_the_values_that_the_solver_finds() -> None:
    """If all cards of the deck are dealt, each seat knows the other's hand, and the solver applies to every deal."""
    deck = spread("tempura*2 squid*3 wasabi")
    game, policy, _ = solved_by_cfr(10, deck=" ".join(deck), hand=3, reward="margin")
    values = []
    for own in combinations(range(len(deck)), 3):
        hands = [[deck[i] for i in own], [card for i, card in enumerate(deck) if i not in own]]
        position = {"menu": FIRST, "seats": 2, "round": 3, "turn": 8, "hands": hands}
        values.append(solve(Position.from_json(position), seat=0).value)
        state = game.new_initial_state()
        deal(state, hands[0] + hands[1])
        assert policy_value(state, [policy, policy])[0] == pytest.approx(values[-1], abs=0.3)
    assert max(values) > 1


def deal(state: Any, words: list[str]) -> None:
    """Let chance deal these cards; the last ones may follow from the others, and are not asked for then."""
    for word in words:
        if state.is_chance_node():
            state.apply_action({state.action_to_string(number): number for number in state.legal_actions()}[word])


def play(state: Any, *names: str) -> None:
    """Play the actions of all seats by their names."""
    numbered = [{state.action_to_string(seat, n): n for n in state.legal_actions(seat)} for seat in range(len(names))]
    state.apply_actions([numbers[name] for numbers, name in zip(numbered, names, strict=True)])


def test_an_information_state_in_words() -> None:
    state = load(Setting.of(FIRST, 2), deck="tempura*2 wasabi squid chopsticks egg", hand=3).new_initial_state()
    deal(state, ["chopsticks", "squid", "tempura", "wasabi", "tempura", "egg"])
    play(state, "chopsticks", "wasabi")
    play(state, "egg+tempura", "squid")
    assert state.returns() == [-1, 1]
    assert state.information_state_string(0).splitlines() == [
        "A",
        "deal 3 3",
        "hand tempura squid chopsticks",
        "> chopsticks",
        "play A chopsticks",
        "play B wasabi",
        "pass left",
        "hand tempura egg",
        "> egg+tempura",
        "play A egg",
        "play A tempura",
        "chopsticks A",
        "play B squid dipped",
        "pass left",
        "last A",
        "play A tempura",
        "last B",
        "play B chopsticks",
    ]


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "cfr_tiny_deck.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    numbers = [float(line.split()[-1]) for line in lines if line.startswith("after")]
    assert numbers[-1] < numbers[0] / 4
