"""The rules as texts from the catalogues, with the numbers of the data that the engine plays by.

In the catalogues, `rules.chapters` has the sentences of each chapter, once for all menus; `rules.MENU` has the chapters
of a menu in order, each with the sentences that only this menu adds. Lists of cards and dice are made from the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from okawari.rules.desserts import DECK, DESSERT_ROWS, DESSERT_TOTAL, DESSERTS, ROLL_PRIZE, SQUISHY_POINTS
from okawari.rules.dishes import DICE, DICE_TOTAL, SAVOURY, SIDES, TOKENS, dish_of, number_on
from okawari.rules.layout import ROWS
from okawari.rules.menus import MENUS
from okawari.rules.menus.sushi_go_first import HANDS
from okawari.rules.points import (
    CARD_LADDERS,
    MAKI_FIRST,
    MAKI_ICONS,
    MAKI_SECOND,
    NIGIRI,
    ROLL_LADDERS,
    ROUNDS,
    TOKENS_PER_POINT,
    WASABI_TIMES,
)
from okawari.rules.traits import CLASSIC, DRAWS_NOTHING, Dessert, Menu, Variant
from okawari.rules.variants import VARIANT_ROWS
from okawari.texts import find, say

MUST_HAVE_MAKI = "must-have-maki"
#: The keys of the chapters that list the cards and the dice.
DECK_LIST, DICE_LIST = "deck", "dice"


@dataclass(frozen=True)
class Item:
    """A card or a face of a die: its word and name, how many there are (a number, and words) and what it scores."""

    word: str
    name: str
    count: int
    amount: str
    scores: str


@dataclass(frozen=True)
class Listing:
    """A list of cards or faces: the deck, a dessert, or a sort of die."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Chapter:
    """A chapter of a rulebook: its key, title and sentences, and lists of cards or dice."""

    key: str
    title: str
    lines: tuple[str, ...]
    lists: tuple[Listing, ...] = ()


def menu_of(word: str) -> Menu:
    """The menu with this word."""
    return next(menu for menu in MENUS if menu.word == word)


def chapters(menu: str, language: str = "en") -> list[Chapter]:
    """The whole rulebook of a menu: the game, its desserts and its variants.

    >>> [chapter.title for chapter in chapters("sushi-go-2014")][-2:]
    ['Pass both ways', 'The dummy']
    >>> deck, = next(chapter.lists for chapter in chapters("sushi-go-2014") if chapter.key == "deck")
    >>> deck.items[0]
    Item(word='tempura', name='tempura', count=14, amount='14 cards', scores='2 make 5')
    """
    rules = menu_of(menu)
    shared = find(language, "rules.chapters")
    added = find(language, f"rules.{menu}")
    book = [
        Chapter(key, shared[key]["title"], _filled([*shared[key]["lines"], *more]), _lists(rules, key, language))
        for key, more in added.items()
        if key in shared
    ]
    if len(rules.desserts) > 1:
        book += [_about(language, "dessert", dessert, added) for dessert in rules.desserts]
    book += [_about(language, "variant", variant, added) for variant in rules.variants]
    if rules.may_require_maki:
        book.append(_about(language, "variant", MUST_HAVE_MAKI, added))
    return book


def _about(language: str, what: str, word: str, added: Mapping[str, list[str]]) -> Chapter:
    """The chapter about a dessert or a variant, with the sentences that the menu adds."""
    lines = _filled([*find(language, f"{what}-rules.{word}"), *added.get(word, ())])
    lists = _dessert_lists(word, language) if what == "dessert" else ()
    return Chapter(word, say(language, f"{what}.{word}.name"), lines, lists)


def reference(menu: str, language: str = "en", dessert: str | None = None, seats: int | None = None) -> list[Listing]:
    """All cards or all faces of a menu, and what they score; with a dessert, of the game that is played with it.

    >>> [listing.title for listing in reference("sushi-go-anniversary", dessert="tea")]
    ['108 cards in all']
    """
    rules, two = menu_of(menu), seats == 2
    if not rules.desserts:
        return [_die_list(die, language, two) for die in DICE]
    if dessert is None and len(rules.desserts) > 1:
        return [_deck_list(rules, language), *(_titled(word, language) for word in rules.desserts)]
    chosen = dessert or rules.desserts[0]
    thawed = _dessert_lists(chosen, language, two) if DESSERTS[chosen].values else ()
    return [_deck_list(rules, language, chosen, two), *thawed]


def _titled(dessert: str, language: str) -> Listing:
    """The cards of a dessert, under its name."""
    items = _dessert_items(DESSERTS[dessert].played, dessert, language)
    return Listing(say(language, f"dessert.{dessert}.name"), items)


def _lists(rules: Menu, key: str, language: str) -> tuple[Listing, ...]:
    """The lists of a chapter."""
    if key == DECK_LIST:
        return (_deck_list(rules, language),)
    if key == DICE_LIST:
        return tuple(_die_list(die, language) for die in DICE)
    return ()


def _deck_list(rules: Menu, language: str, dessert: str | None = None, two: bool = False) -> Listing:
    """The list of all cards; a dessert that is still to be chosen is one item."""
    items = [_item(word, n, "cards", language) for word, n in SAVOURY.items()]
    usual = rules.desserts[0]
    if dessert is None and len(rules.desserts) > 1:
        name = say(language, "rules.lists.chosen-dessert")
        items.append(Item(usual, name, DESSERT_TOTAL, say(language, "rules.lists.cards", n=DESSERT_TOTAL), ""))
    else:
        items += _dessert_items(DESSERTS[dessert or usual].cards, dessert or usual, language, two)
    return Listing(say(language, "rules.lists.in-all", n=DECK), tuple(items))


def _dessert_lists(dessert: str, language: str, two: bool = False) -> tuple[Listing, ...]:
    """The list of the played cards of a dessert, if it has several sorts."""
    items = _dessert_items(DESSERTS[dessert].played, dessert, language, two)
    return (Listing(say(language, "rules.lists.in-all", n=DESSERT_TOTAL), items),) if len(items) > 1 else ()


def _dessert_items(cards: Mapping[str, int], dessert: str, language: str, two: bool = False) -> tuple[Item, ...]:
    scores = _dessert_scores(DESSERTS[dessert], language, two)
    return tuple(_item(word, n, "cards", language, scores) for word, n in cards.items())


def _dessert_scores(dessert: Dessert, language: str, two: bool) -> str:
    """What a dessert scores; `two` is whether two play, since then most desserts cost nobody anything."""
    sorts = {"squishy": dessert.squishy, "runs": dessert.runs, "die": dessert.die, "values": dessert.values}
    sort = next((sort for sort, has in sorts.items() if has), "dessert")
    prize = dessert.prize
    none_loses = two and sort != "runs" and not prize.least_of_two
    return say(
        language,
        f"reference.dessert.{sort}{'-two' if none_loses else ''}",
        most=prize.most,
        least=prize.least_of_two if two else prize.least,
        squishy=SQUISHY_POINTS,
        runs=_row(dessert.runs),
    )


def _die_list(die: str, language: str, two: bool = False) -> Listing:
    """The list of the faces of a sort of die, each with its number of sides; the title has the number of dice."""
    n, faces = DICE[die]
    items = tuple(
        _item(face, sides, "faces", language, _scores(face, "faces", language, two))
        for face, sides in Counter(faces).items()
    )
    return Listing(say(language, f"rules.lists.dice.{die}", n=n), items)


def _scores(word: str, unit: str, language: str, two: bool = False) -> str:
    """What a card or a face scores; `unit` is as for `_item`."""
    if word in NIGIRI:
        return say(language, "ui.points", n=NIGIRI[word])
    texts = find(language, f"reference.{unit}")
    dish = dish_of(word)
    text: str = texts.get(f"{dish}-two", texts[dish]) if two else texts[dish]
    return text.format(**numbers())


def _item(word: str, n: int, unit: str, language: str, scores: str | None = None) -> Item:
    """The item of a list for n cards or sides; `unit` names the text for the number."""
    amount = say(language, f"rules.lists.{unit}", n=n)
    worth = _scores(word, unit, language) if scores is None else scores
    return Item(word, say(language, f"dish.{word}.name"), n, amount, worth)


def _filled(lines: Iterable[str]) -> tuple[str, ...]:
    """Sentences with their parameters filled in."""
    return tuple(line.format(**numbers()) for line in lines)


@cache
def numbers() -> dict[str, Any]:
    """The parameters of all rule texts."""
    dice_hands = menu_of("sushi-roll").hand_sizes
    return {
        "deck": DECK,
        "players": f"{min(HANDS)}–{max(HANDS)}",
        "rounds": ROUNDS,
        "tempura_set": len(CARD_LADDERS["tempura"].rungs),
        "tempura_points": CARD_LADDERS["tempura"].rungs[-1],
        "sashimi_set": len(CARD_LADDERS["sashimi"].rungs),
        "sashimi_points": CARD_LADDERS["sashimi"].rungs[-1],
        "dumpling_points": _row(CARD_LADDERS["dumpling"].rungs),
        "maki_low": min(MAKI_ICONS),
        "maki_high": max(MAKI_ICONS),
        "maki_first": MAKI_FIRST,
        "maki_second": MAKI_SECOND,
        "wasabi_times": WASABI_TIMES,
        "most": CLASSIC.most,
        "least": CLASSIC.least,
        "squishy": SQUISHY_POINTS,
        "dessert_cards": DESSERT_TOTAL,
        "battle_cards": sum(ROWS),
        "battle_rows": ", ".join(map(str, ROWS)),
        "dice": DICE_TOTAL,
        "dice_sides": SIDES,
        "roll_first": MAKI_FIRST,
        "roll_second": MAKI_SECOND,
        "roll_most": ROLL_PRIZE.most,
        "roll_least": ROLL_PRIZE.least,
        "tokens_per_point": TOKENS_PER_POINT,
        **NIGIRI,
        **{f"hand_{seats}": cards for seats, cards in HANDS.items()},
        **{f"dice_{seats}": dice for seats, dice in dice_hands.items()},
        **{f"roll_{dish}": _row(ladder.rungs) for dish, ladder in ROLL_LADDERS.items()},
        **{f"supply_{token}": total for token, (total, _) in TOKENS.items()},
        "start_menus": TOKENS["menu"][1],
        "start_chopsticks": TOKENS["chopsticks"][1],
        **{key: value for dessert in DESSERT_ROWS for key, value in _dessert_numbers(dessert).items()},
        **{f"{variant.word}_hand": _dealt(variant) for variant in VARIANT_ROWS if variant.draws != DRAWS_NOTHING},
    }


def _dessert_numbers(dessert: Dessert) -> dict[str, Any]:
    """The parameters of the rule text of a dessert, such as `tea_low`."""
    shown = [number_on(word) for word in dessert.played]
    named: dict[str, Any] = {}
    if dessert.prize.least_of_two:
        named |= {"least": dessert.prize.least, "least_two": dessert.prize.least_of_two}
    if dessert.values or dessert.runs:
        named |= {"low": min(shown), "high": max(shown)}
    if dessert.runs:
        named |= {"points": _row(dessert.runs)}
    if dessert.die:
        named |= {"start": dessert.die.start, "faces": f"1–{dessert.die.faces}"}
    return {f"{dessert.word}_{name}": value for name, value in named.items()}


def _dealt(variant: Variant) -> int:
    """How many cards a hand has in a variant, with the fewest players that it allows."""
    seats, *_ = variant.seats
    return next(menu for menu in MENUS if variant.word in menu.variants).hand_size(seats, variant)


def _row(values: Iterable[int]) -> str:
    """Numbers separated by no-break spaces."""
    return "\u00a0".join(map(str, values))
