"""OpenSpiel games: every setting of the rules as a game of `pyspiel`, registered when this module is imported.

| name | played at | dynamics | information |
|---|---|---|---|
| `okawari_draft` | hands that are passed on | simultaneous | imperfect |
| `okawari_battle` | the pyramid of sushi battle | sequential | imperfect: cards lie face down |
| `okawari_roll` | belts of dice, in Sushi Roll | sequential | perfect |

```python
>>> import pyspiel
>>> import okawari.envs.openspiel
>>> game = pyspiel.load_game("okawari_draft", {"menu": "sushi-go-2014", "players": 3})
>>> state = game.new_initial_state()
>>> [(state.action_to_string(kind), round(108 * chance)) for kind, chance in state.chance_outcomes()][:3]
[('tempura', 14), ('sashimi', 14), ('dumpling', 14)]

```

Parameters: `menu`, `players`, `dessert`, `variant`, `must_have_maki`, as in `okawari.new`; a dessert `usual` is the
usual one of the menu, a variant `none` the ordinary game. `reward`: what the utility is (`win`, `margin`, `points`).
Drafting also has `deck` and `hand`, for a tiny deck.

**Actions** are those of `okawari.encoding.actions`, without `wait`: `Encoding.of(setting).actions` names them. In
drafting all seats choose at a simultaneous node. A seat in control of an extra plate then has a node alone, in which
the action of a single card gives this card to the extra plate; nothing is revealed in between. If only one seat has a
choice, its node is an ordinary one. The engine plays last cards, about which nobody has a choice. For algorithms that
need a sequential game, `pyspiel.convert_to_turn_based` makes one of drafting.

**Chance** is explicit: every card that is dealt, the seat that is drawn to start, every die that is drawn or rolled,
every value of a yogurt is a node with its true probabilities, in the order in which the engine draws. Its actions are
kinds, seats or sides, and their strings the words of records. A draw with only one possible outcome is no node.

**Utilities** are those at the end of the game. `win`: the share of the win times the number of players, less 1, which
is zero-sum. `margin`: how many points more than the best other seat; zero-sum with two players, otherwise general-sum.
`points`: the points; general-sum. Where the lowest total wins, points count as negative, in margins, too.

**Observations**: the tensor has the cells of `okawari.encoding`, what a seat may know of the table as it lies, in the
pieces that `Encoding.of(setting).blocks` names. The string is the seat's view as JSON, which `View.from_json` reads, so
that bots can play (except that of a tiny deck, whose hands are smaller than those of any game); a seat that chooses for
the extra plate has `pending` besides, its own cards. At a chance node seats see what they saw before.

**Information states** have perfect recall. The string has all public events, every hand that the seat held, every card
that it drew from a pile, what it saw of the pyramid, and its own actions, in order. The tensor, which drafting alone
has, is a row for each decision of the seat and one for the present: its cells, and its action as one-hot.

**A tiny deck**: `deck` names the cards of a small deck, and `hand` is how many of them each seat is dealt. The game is
then one round, the last one, with the scoring of desserts at the end. All other cards are out of play, as everybody
knows. The variants with draw piles cannot be played so. The tree of such a game is kept as far as it was visited, and
small ones can be solved:

```python
>>> from open_spiel.python.algorithms import cfr, exploitability
>>> tiny = {"deck": "tempura*2 chopsticks squid", "hand": 2, "reward": "margin"}
>>> game = pyspiel.convert_to_turn_based(pyspiel.load_game("okawari_draft", tiny))
>>> solver = cfr.CFRPlusSolver(game)
>>> for _ in range(10):
...     solver.evaluate_and_update_policy()
>>> bool(exploitability.exploitability(game, solver.average_policy()) < 0.1)
True

```

History: the first version.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from okawari.encoding import Encoding
from okawari.encoding.actions import WAIT
from okawari.envs.tables import REWARDS
from okawari.envs.tree import Node, Tree
from okawari.game.choices import every_setting
from okawari.game.reading import deck_counts, read_cards, spread
from okawari.game.setting import Setting
from okawari.rules import battle
from okawari.rules.desserts import DESSERT_TOTAL, hand_words
from okawari.rules.dishes import FACE_WORDS, KINDS, TOKENS, number_on
from okawari.rules.points import ROUNDS
from okawari.rules.traits import BATTLE, DRAFT, DRAWS_NOTHING, ROLL

#: The value of a parameter that is not given.
USUAL, NONE, WHOLE = "usual", "none", "whole"
#: More points than anybody can have, and a larger margin than anybody can win by.
MOST_POINTS = 250

_LONG_NAMES = {DRAFT: "Okawari: Sushi Go!", BATTLE: "Okawari: Sushi battle", ROLL: "Okawari: Sushi Roll"}


def _defaults(kind: str) -> dict[str, Any]:
    """The parameters of the game of a table kind, and their values if they are not given."""
    usual = next(setting for setting in every_setting() if setting.table_kind == kind)
    deck = {"deck": WHOLE, "hand": 0} if kind == DRAFT else {}
    return {
        "menu": usual.menu,
        "players": usual.seats,
        "dessert": USUAL,
        "variant": usual.variant or NONE,
        "must_have_maki": False,
        "reward": "win",
        **deck,
    }


def _game_type(kind: str, zero_sum: bool = True) -> pyspiel.GameType:
    sequential, perfect = kind != DRAFT, kind == ROLL
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    dynamics = pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=f"okawari_{kind}",
        long_name=_LONG_NAMES[kind],
        dynamics=dynamics.SEQUENTIAL if sequential else dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if perfect else information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(setting.seats for setting in every_setting() if setting.table_kind == kind),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=kind == DRAFT,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(kind),
    )


def tree_of(kind: str, given: dict[str, Any]) -> Tree:
    """The game tree for the parameters of a game; `ValueError` if they do not fit."""
    dessert, variant = given["dessert"], given["variant"]
    setting = Setting.of(
        given["menu"],
        given["players"],
        None if dessert == USUAL else dessert,
        None if variant == NONE else variant,
        given["must_have_maki"],
    )
    if setting.table_kind != kind:
        raise ValueError(f"This setting is played as okawari_{setting.table_kind}, not as okawari_{kind}.")
    if given.get("deck", WHOLE) == WHOLE:
        return Tree(setting)
    return _tiny_tree(setting, given["deck"], given["hand"])


def _tiny_tree(setting: Setting, cards: str, hand: int) -> Tree:
    deck = read_cards(cards, hand_words(setting.dessert_number), deck_counts(setting))
    if setting.variant_rules.draws != DRAWS_NOTHING:
        raise ValueError(f"A tiny deck cannot be played with the variant {setting.variant}, which has draw piles.")
    if not 2 <= hand <= setting.hand_size:
        raise ValueError(f"hand is {hand}; with a tiny deck it can be 2 to {setting.hand_size}.")
    if (n := len(spread(cards))) < hand * setting.seats:
        raise ValueError(f"The deck has {n} cards; {setting.seats} hands of {hand} need {hand * setting.seats}.")
    return Tree(setting, deck, hand)


def _turns(tree: Tree) -> int:
    """How many turns a game has in which seats choose at once."""
    return tree.hand or ROUNDS * (tree.setting.turns or 0)


def _most_tokens(setting: Setting) -> int:
    """At least as many tokens as can be spent in a game of Sushi Roll."""
    start = sum(n for _, n in TOKENS.values())
    return setting.seats * (start + ROUNDS * setting.hand_size * max(map(number_on, FACE_WORDS)))


def most_decisions(tree: Tree) -> int:
    """At least as many nodes as a game can have in which seats choose."""
    setting = tree.setting
    if setting.table_kind == DRAFT:
        return _turns(tree) * (1 + setting.variant_rules.extra_plate)
    if setting.table_kind == BATTLE:
        return 2 * ROUNDS * battle.PLACES
    return ROUNDS * setting.hand_size * setting.seats + _most_tokens(setting)


def most_draws(tree: Tree) -> int:
    """At least as many chance nodes as a game can have."""
    setting, cards = tree.setting, tree.hand or ROUNDS * tree.setting.hand_size
    if setting.table_kind == BATTLE:
        return 1 + ROUNDS * battle.PLACES + DESSERT_TOTAL
    if setting.table_kind == DRAFT:
        return 1 + cards * (setting.seats + setting.pile_count) + DESSERT_TOTAL
    return 1 + cards * setting.seats * (1 + setting.hand_size) + _most_tokens(setting) * setting.hand_size


class OkawariGame(pyspiel.Game):  # type: ignore[misc]
    """A game of one table kind, with its parameters."""

    kind = DRAFT

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _defaults(self.kind) | (params or {})
        self.tree, self.reward = tree_of(self.kind, given), given["reward"]
        if self.reward not in REWARDS:
            raise ValueError(f"reward is {self.reward!r}; it can be {', '.join(REWARDS)}.")
        seats, by_win = self.tree.setting.seats, self.reward == "win"
        zero_sum = by_win or (self.reward == "margin" and seats == 2)
        self.actions = tuple(name for name in self.encoding.actions if name != WAIT)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=KINDS,
            num_players=seats,
            min_utility=-1.0 if by_win else -float(MOST_POINTS),
            max_utility=seats - 1.0 if by_win else float(MOST_POINTS),
            utility_sum=0.0 if zero_sum else None,
            max_game_length=most_decisions(self.tree),
        )
        super().__init__(_game_type(self.kind, zero_sum), info, given)

    @property
    def encoding(self) -> Encoding:
        """The cells and actions of the setting."""
        return self.tree.encoding

    def max_chance_nodes_in_history(self) -> int:
        """At least as many chance nodes as a game can have."""
        return most_draws(self.tree)

    def new_initial_state(self) -> OkawariState:
        """The state before the deal."""
        return OkawariState(self, self.tree.root, self.reward)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """An observer of what one seat may know; with perfect recall, of all that it has seen and done."""
        if params:
            raise ValueError(f"Observers have no parameters, but got {params}.")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("Observers see what is public and what one player may know, not less and not more.")
        return InformationObserver(self.tree) if wanted.perfect_recall else Observer(self.tree)


class BattleGame(OkawariGame):
    """Sushi battle."""

    kind = BATTLE


class RollGame(OkawariGame):
    """Sushi Roll."""

    kind = ROLL


class OkawariState(pyspiel.State):  # type: ignore[misc]
    """A state: a node of the game tree."""

    def __init__(self, game: OkawariGame, node: Node, reward: str) -> None:
        super().__init__(game)
        self.node, self._reward = node, reward

    def current_player(self) -> int:
        """The player to move, or that it is chance, all at once, or nobody."""
        if self.node.scene is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.node.over:
            return int(pyspiel.PlayerId.TERMINAL)
        to_move = self.node.to_move
        return to_move[0] if len(to_move) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the draw and their chances."""
        return [(number, outcome.chance) for number, outcome in self.node.outcomes.items()]

    def _apply_action(self, action: int) -> None:
        node = self.node
        self.node = node.answer(action) if node.scene is None else node.choose({node.to_move[0]: action})

    def _apply_actions(self, actions: list[int]) -> None:
        self.node = self.node.choose({seat: actions[seat] for seat in self.node.to_move})

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcome = self.node.outcomes.get(action)
            return outcome.word if outcome else f"outcome {action}"
        return self.node.tree.encoding.actions[action]

    def returns(self) -> list[float]:
        """The utility of each player; 0 before the end."""
        return _utilities(self.node, self._reward) if self.node.over else [0.0] * self.node.tree.setting.seats

    def __str__(self) -> str:
        return str(self.node)


def _utilities(node: Node, reward: str) -> list[float]:
    """The utilities at the end of a game."""
    setting, table = node.tree.setting, node.table
    seats = range(setting.seats)
    if reward == "win":
        winners = int(table["winners"][0])
        return [setting.seats * (winners >> seat & 1) / winners.bit_count() - 1.0 for seat in seats]
    if reward == "margin":
        return [float(setting.kernels.mean_margin(table, seat)) for seat in seats]
    return [float(setting.variant_rules.sign * int(points)) for points in table["points"][0, : setting.seats]]


class Observer:
    """What a seat may know of the table as it lies: its cells, by block, and its view as JSON."""

    def __init__(self, tree: Tree) -> None:
        self.tensor: npt.NDArray[np.float32] | None = np.zeros(len(tree.encoding.cells), np.float32)
        self.dict: dict[str, npt.NDArray[Any]] = tree.encoding.as_dict(self.tensor)

    def set_from(self, state: OkawariState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        assert self.tensor is not None
        cells = state.node.cells(player)
        self.tensor[:] = 0 if cells is None else cells

    def string_from(self, state: OkawariState, player: int) -> str:
        """The observation of a player as a string."""
        return state.node.observation(player)


class InformationObserver(Observer):
    """All that a seat has seen and done: a row for each of its decisions and one for the present, and a text.

    The tensor is there for drafting alone: elsewhere the number of decisions has no useful limit.
    """

    def __init__(self, tree: Tree) -> None:
        self.tensor, self.dict = None, {}
        if tree.setting.table_kind != DRAFT:
            return
        rows, cells = most_decisions(tree) + 1, len(tree.encoding.cells)
        actions = len(tree.encoding.actions)
        self.tensor = np.zeros(rows * (cells + actions), np.float32)
        self.dict = {
            "cells": self.tensor[: rows * cells].reshape(rows, cells),
            "actions": self.tensor[rows * cells :].reshape(rows, actions),
        }

    def set_from(self, state: OkawariState, player: int) -> None:
        """Write what a player has seen and done into the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        node, row = state.node, 0
        for scene, actions in node.past:
            if player in actions:
                self.dict["cells"][row] = node.cells_of(scene, player)
                self.dict["actions"][row, actions[player]] = 1
                row += 1
        if node.scene:
            self.dict["cells"][row] = node.cells_of(node.scene, player)

    def string_from(self, state: OkawariState, player: int) -> str:
        """What a player has seen and done as a text."""
        return state.node.information(player)


for _game in (OkawariGame, BattleGame, RollGame):
    pyspiel.register_game(_game_type(_game.kind), _game)
