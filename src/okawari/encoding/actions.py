"""Actions: the moves of a game, numbered without gaps, and without two numbers for the same thing.

In drafting, two cards played with chopsticks have one action, whichever of them comes first; only a nigiri and a wasabi
have two, because the nigiri goes on the wasabi if it comes second. A seat in control of an extra plate acts twice: it
chooses its own cards, and then the card of the extra plate, by the action that plays this card.

In Sushi Roll, other seats are counted from one's own to the left: `next1` is the left neighbour.

`wait` is the action of a seat that has no choice while another has. It is there where that can happen.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from okawari.game.setting import Setting
from okawari.rules import battle, draft, roll
from okawari.rules.desserts import hand_words
from okawari.rules.dishes import EGG, SQUID, WASABI

WAIT = "wait"


class Action(NamedTuple):
    """An action: its name, and the moves that it stands for by seat; the first of them is played."""

    name: str
    moves: tuple[tuple[int, ...], ...]


def actions_of(setting: Setting) -> list[Action]:
    """All actions of a game, by number."""
    actions = {"draft": _draft_actions, "battle": _battle_actions, "roll": _roll_actions}[setting.table_kind](setting)
    if can_wait(setting):
        actions.append(Action(WAIT, ((),) * setting.seats))
    return actions


def can_wait(setting: Setting) -> bool:
    """Whether a seat may have to wait while another one chooses."""
    return setting.in_turns or setting.variant_rules.extra_plate


def _draft_actions(setting: Setting) -> list[Action]:
    words = hand_words(setting.dessert_number)
    kinds = range(len(words))
    single = [(words[kind], (_card_move(kind),)) for kind in kinds]
    pairs = []
    for first in kinds:
        for second in range(first + 1):
            orders = (
                [(first, second)]
                if first == second or _order_matters(first, second)
                else [(first, second), (second, first)]
            )
            pairs.append((f"{words[first]}+{words[second]}", tuple(_card_move(*order) for order in orders)))
    before_wasabi = [(f"{words[kind]}+{words[WASABI]}", (_card_move(kind, WASABI),)) for kind in range(EGG, SQUID + 1)]
    return [Action(name, (moves,) * setting.seats) for name, moves in (*single, *pairs, *before_wasabi)]


def _order_matters(first: int, second: int) -> bool:
    return first == WASABI and EGG <= second <= SQUID


def _card_move(first: int, second: int = draft.NO_CARD) -> int:
    return int(draft.encode(first, second, draft.NO_CARD))


def _battle_actions(setting: Setting) -> list[Action]:
    names = [f"{how}place{place + 1}" for how in ("", "chopsticks+") for place in range(battle.PLACES)]
    return [Action(name, ((move,),) * setting.seats) for move, name in enumerate(names)]


def _roll_actions(setting: Setting) -> list[Action]:
    places, seats = range(setting.hand_size), setting.seats
    keep = [Action(f"keep{place + 1}", ((place,),) * seats) for place in places]
    sets = range(1, 1 << setting.hand_size)
    reroll = [Action(f"reroll{_places(chosen)}", ((int(roll.encode_reroll(chosen)),),) * seats) for chosen in sets]
    swap = [
        Action(f"swap{own + 1}:next{away}:{place + 1}", _swaps(own, away, place, seats))
        for own, away, place in product(places, range(1, seats), places)
    ]
    return [*keep, *reroll, *swap]


def _swaps(own: int, away: int, place: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """The swap with the seat so far to the left, for each seat."""
    return tuple((int(roll.encode_swap(own, (seat + away) % seats, place)),) for seat in range(seats))


def _places(chosen: int) -> str:
    return "".join(str(place + 1) for place in range(roll.PLACES) if chosen >> place & 1)


@cache
def action_tables(setting: Setting) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """(move, action): the move of each action by seat and action, and the action of each move by seat and move; or -1.

    Moves that play a card for an extra plate have no action: see the module's first lines.
    """
    actions = actions_of(setting)
    move = np.full((setting.seats, len(actions)), draft.NO_MOVE, np.int16)
    action = np.full((setting.seats, move_count(setting)), draft.NO_MOVE, np.int16)
    for number, (_, by_seat) in enumerate(actions):
        for seat, moves in enumerate(by_seat):
            move[seat, number] = moves[0] if moves else draft.NO_MOVE
            action[seat, list(moves)] = number
    return move, action


def move_count(setting: Setting) -> int:
    """One more than the largest move number, without moves for an extra plate."""
    return draft.OWN_MOVES if setting.table_kind == "draft" else setting.kernels.moves_end
