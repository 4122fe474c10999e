"""Reading typed moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from okawari.cli.style import dish, dishes
from okawari.cli.table import free_cards
from okawari.game import IllegalMove, View
from okawari.rules.desserts import hand_words
from okawari.texts import find, say


class Unclear(ValueError):
    """A typed text that is ambiguous or out of range. The message is in the user's language."""


def read_move(view: View, text: str, lang: str) -> list[str]:
    """The moves of a typed line, in the notation of records; two for chopsticks in sushi battle, else one.

    Text that cannot be read is returned unchanged: the game refuses it and explains the notation.
    """
    kind = view.setting.table_kind
    if kind == "draft":
        return [read_cards(view, text, lang)]
    return _read_takes(view, text, lang) if kind == "battle" else [_read_dice(view, text, lang)]


def read_cards(view: View, text: str, lang: str) -> str:
    """The move for cards of the hand, typed by number, word or name with + and / between them."""
    held = list(dict.fromkeys(view.hand))
    parts = [part.strip() for part in re.split(r"([+/])", text)]
    return "".join(part if part in ("+", "/") else _card(view, held, part, lang) for part in parts)


def _card(view: View, choices: Sequence[str], text: str, lang: str) -> str:
    if text.isdigit():
        return choices[_number(text, len(choices), lang) - 1]
    words = hand_words(view.setting.dessert_number)
    return _named(choices, text, lang) or _named(words, text, lang, whole=True) or text


def _number(text: str, last: int, lang: str) -> int:
    number = int(text)
    if not 1 <= number <= last:
        raise Unclear(say(lang, "play.no-number", n=number, last=last))
    return number


def _named(choices: Sequence[str], text: str, lang: str, *, whole: bool = False) -> str | None:
    """The word of the dish that a text names or begins to name; None for none. With `whole`, full names only."""
    typed = " ".join(text.lower().split())
    if not typed:
        return None
    labels = {word: {word, dish(lang, word).lower(), say(lang, f"dish.{word}.short").lower()} for word in choices}
    exact = [word for word in labels if typed in labels[word]]
    begun = [word for word in labels if any(label.startswith(typed) for label in labels[word])]
    found = exact or ([] if whole else begun)
    if len(found) > 1:
        raise Unclear(say(lang, "play.which", choices=", ".join(dish(lang, word) for word in found)))
    return found[0] if found else None


def _read_takes(view: View, text: str, lang: str) -> list[str]:
    """The moves for cards of the pyramid, typed by number, word or place; a + means chopsticks."""
    typed = text.lower().strip()
    for verb in _verbs(lang, "take"):
        typed = re.sub(rf"^{re.escape(verb)}\s+", "", typed)
    if typed.endswith(" chopsticks"):
        typed = typed.removesuffix("chopsticks") + "+"
    first, plus, second = (part.strip() for part in typed.partition("+"))
    moves = [_take(view, first, lang) + (" chopsticks" if plus else "")]
    return [*moves, _take(view, second, lang)] if second else moves


def _take(view: View, text: str, lang: str) -> str:
    free = free_cards(view)
    if text.isdigit():
        return f"take {free[_number(text, len(free), lang) - 1][0]}"
    word = _named(list(dict.fromkeys(word for _, word in free)), text, lang)
    places = [place for place, there in free if there == word]
    if len(places) > 1:
        numbers = [str(number) for number, (_, there) in enumerate(free, 1) if there == word]
        raise Unclear(say(lang, "play.which", choices=", ".join(numbers)))
    return f"take {places[0]}" if places else text


def _read_dice(view: View, text: str, lang: str) -> str:
    """The move for dice, typed by place or face, with the verbs of the user's language or of the notation."""
    verb, *rest = text.lower().replace(",", " ").split() or [""]
    if verb.isdigit() and not rest:
        return f"keep {verb}"
    if verb in _verbs(lang, "reroll"):
        return " ".join(["reroll", *_places(view, rest, lang)])
    if verb in _verbs(lang, "swap"):
        joined = re.sub(
            r"\b([a-e])\s+(\d)", r"\1\2", " ".join(word for word in rest if word not in _verbs(lang, "with"))
        )
        own, _, other = joined.partition(" ")
        return f"swap {own} with {other}" if other else text
    if verb in _verbs(lang, "keep"):
        return f"keep {_place(view, ' '.join(rest), lang)}"
    place = _place(view, text, lang)
    return f"keep {place}" if place.isdigit() else text


def _places(view: View, words: Sequence[str], lang: str) -> list[str]:
    if len(words) == 1 and words[0] in _verbs(lang, "all"):
        return [str(place) for place, face in enumerate(_own_belt(view), 1) if face]
    return list(words)


def _place(view: View, text: str, lang: str) -> str:
    """The place of the first die with the face that a text names; the text itself if it names none."""
    belt = _own_belt(view)
    word = None if text.isdigit() else _named(list(dict.fromkeys(face for face in belt if face)), text, lang)
    if word is None:
        return text
    # It does not matter which of two dice with the same face is kept.
    return str(belt.index(word) + 1)


def _own_belt(view: View) -> list[str | None]:
    belts: list[list[str | None]] = view.words["belts"]
    assert view.seat is not None
    return belts[view.seat]


def _verbs(lang: str, verb: str) -> tuple[str, ...]:
    return tuple(str(find(lang, f"play.verbs.{verb}")).split())


def refusal(problem: Exception, view: View, lang: str) -> str:
    """Why a move was refused, in the user's language and with the names of dishes."""
    if not isinstance(problem, IllegalMove):
        return str(problem)
    if problem.code != "not-in-hand":
        return problem.in_language(lang)
    wanted = Counter(re.split(r"[+/]", str(problem.params["word"])))
    lacking, n = next((word, n) for word, n in wanted.items() if n > view.hand.count(word))
    if lacking in view.hand:
        return say(lang, "play.not-so-many", dishes=dishes(lang, lacking, n))
    return say(lang, "error.not-in-hand", dish=dish(lang, lacking))
