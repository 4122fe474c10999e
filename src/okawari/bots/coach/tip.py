"""The tip: the best move and the strongest reason for it, in a sentence or two without numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from okawari.bots.coach.candidates import dice_of, order_matters
from okawari.bots.coach.reasons import Reason, cards_of, dish_of
from okawari.game import Move, View
from okawari.game.notation import SEAT_LETTERS
from okawari.game.story import Sentence
from okawari.rules.points import CARD_LADDERS, ROLL_LADDERS, WASABI_TIMES

#: The codes of reasons that are told with the size of a set, and with what wasabi multiplies.
_OF_SETS, _OF_WASABI = ("completes", "towards"), ("on-wasabi", "wasabi-for-later")


def tip_for(view: View, move: Move, reasons: Sequence[Reason]) -> tuple[Sentence, ...]:
    """A move and what speaks for it: the strongest reason, and a player who would have liked the same.

    The first sentence ends with a colon. What speaks against the move is left to the reasons themselves.
    """
    taken = {dish_of(card) for card in cards_of(view, move)}
    good = [reason for reason in reasons if reason.params.get("points", 1) > 0]
    own = [reason for reason in good if "who" not in reason.params]
    others = [reason for reason in good if "who" in reason.params]
    told = [*_do(view, move), *(_why(view, reason, taken) for reason in (own or others)[:1])]
    if not good:
        told.append(_sentence("tip.best"))
    if own and (rival := next((reason for reason in others if _is_wanted(reason, taken)), None)):
        told.append(_sentence("tip.wanted-too", name=rival.params["who"]))
    return (*told, *_for_extra_plate(move))


def _sentence(text: str, **params: Any) -> Sentence:
    return Sentence(f"coach.{text}", params)


def _is_wanted(reason: Reason, taken: set[str]) -> bool:
    """Whether a reason is that another player loses points in a dish that is taken."""
    return reason.code == "denies" and reason.params["dish"] in taken


def _why(view: View, reason: Reason, taken: set[str]) -> Sentence:
    """A reason without its number."""
    if reason.code == "denies":
        return _sentence("tip.wanted" if _is_wanted(reason, taken) else "tip.costs", name=reason.params["who"])
    return _sentence(f"tip.{reason.code}", **_params(view, reason))


def _params(view: View, reason: Reason) -> dict[str, Any]:
    """The parameters of the text about a reason."""
    if reason.code in _OF_SETS:
        ladders = ROLL_LADDERS if view.setting.table_kind == "roll" else CARD_LADDERS
        return {"size": len(ladders[reason.params["dish"]].rungs)}
    if reason.code in _OF_WASABI:
        return {"times": WASABI_TIMES}
    if reason.code == "more":
        return {"dish": reason.params["dish"]}
    return {"name": reason.params["who"]} if "who" in reason.params else {}


def _do(view: View, move: Move) -> list[Sentence]:
    """What to do."""
    if view.setting.table_kind == "roll":
        return [_with_dice(view, move)]
    first, *more = cards_of(view, move)
    if more:
        text = "do.two-in-order" if order_matters(view, [first, *more]) else "do.two"
        return [_sentence(text, dish=first, face=more[0])]
    return [_sentence("do.take-chopsticks" if move.text.endswith(" chopsticks") else "do.take", dish=first)]


def _with_dice(view: View, move: Move) -> Sentence:
    verb, *words = move.text.split()
    own = {place: face for place, (_, face) in dice_of(view, view.seat or 0).items()}
    if verb == "swap":
        other = SEAT_LETTERS.index(words[2][0])
        theirs = dice_of(view, other)[int(words[2][1:])][1]
        return _sentence("do.swap", dish=own[int(words[0])], other=other, theirs=theirs)
    if verb == "reroll":
        return _sentence("do.reroll", faces=[own[int(word)] for word in words])
    return _sentence("do.keep", dish=own[int(words[0])])


def _for_extra_plate(move: Move) -> list[Sentence]:
    """Which card the extra plate gets, if the move says so."""
    card = move.text.partition("/")[2]
    return [_sentence("do.for-dummy", dish=card)] if card else []
