"""Worked examples of scoring for the rule pages: the plates are listed here, the engine scores them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from okawari.game.pad import Entry, Pad
from okawari.game.rulebook import menu_of
from okawari.game.writing import on_wasabi
from okawari.rules.traits import ROLL, Dessert, Menu

MAKI = "maki"
NAMES = ("Ania", "Bo", "Sigga", "Olek")


class Plates(NamedTuple):
    """The plates of an example, and the dish that it is about."""

    dish: str
    plates: tuple[str, ...]


CARDS = (
    Plates("tempura", ("tempura*3", "tempura*2")),
    Plates("sashimi", ("sashimi*3", "sashimi*2")),
    Plates("dumpling", ("dumpling*4", "dumpling*2")),
    Plates(MAKI, ("maki3 maki2", "maki3", "maki2 maki1", "maki2")),
    Plates("nigiri", ("squid salmon egg", "salmon egg")),
    Plates("wasabi", ("wasabi squid egg", "squid wasabi")),
    Plates("chopsticks", ("chopsticks salmon", "salmon")),
)
#: The examples of desserts; others get a plain one.
DESSERTS = {
    "pudding": Plates("pudding", ("pudding*4", "pudding*3", "", "")),
    "strawberry": Plates(
        "strawberry", ("strawberry4*2 squishy*2", "strawberry2 strawberry3 squishy", "strawberry3", "strawberry3")
    ),
    "yogurt": Plates("yogurt", ("yogurt3 yogurt2*2", "yogurt1 yogurt3", "", "")),
    "tea": Plates("tea", ("tea2 tea3 tea4*2", "tea1 tea5")),
    "mochi": Plates("mochi", ("mochi=6", "mochi*2 mochi=3", "mochi=1")),
}
DICE = (
    Plates("tempura", ("tempura*4", "tempura*2")),
    Plates("sashimi", ("sashimi*3", "sashimi*2")),
    Plates("dumpling", ("dumpling*3", "dumpling*4")),
    Plates(MAKI, ("maki3 maki1", "maki2*2", "maki3", "maki3")),
    Plates("nigiri", ("squid salmon egg", "salmon egg")),
    Plates("wasabi", ("wasabi squid egg", "squid wasabi")),
)
#: Dice that give tokens, in an example of a round; the tokens are scored at the end of the game.
TOKEN_DICE = Plates("tokens", ("menu2 chopsticks1 pudding3", "menu1 chopsticks2 pudding2 pudding1"))
TOKENS = (
    Plates("pudding", ("pudding*6", "pudding*6", "", "")),
    Plates("tokens", ("menu*2 chopsticks*3", "menu", "chopsticks*2")),
)


#: An example as in messages: its plates, and the engine's scores for them.
Example = dict[str, Any]


def examples_of(menu: str) -> tuple[Example, ...]:
    """The examples of a menu: one for every dish and dessert."""
    rules = menu_of(menu)
    if rules.table == ROLL:
        return (
            *(_scored(rules, plates) for plates in (*DICE, TOKEN_DICE)),
            *(_scored(rules, plates, final=True) for plates in TOKENS),
        )
    return (*(_scored(rules, plates) for plates in CARDS), *_desserts(rules))


def _desserts(rules: Menu) -> Iterator[Example]:
    for dessert in rules.dessert_rows:
        yield _scored(rules, DESSERTS.get(dessert.word) or _plain_example(dessert), dessert.word, final=True)


def _plain_example(dessert: Dessert) -> Plates:
    """The example of a dessert that is not in `DESSERTS`: one of each card, two of the first card, and none."""
    first, *_ = dessert.played
    return Plates(dessert.word, (" ".join(dessert.played), f"{first}*2", ""))


def _scored(rules: Menu, example: Plates, dessert: str | None = None, *, final: bool = False) -> Example:
    """The example with the engine's scores for its plates."""
    pad = Pad(rules.word, dessert)
    people = zip(NAMES, example.plates, strict=False)
    entries = [pad.read_dishes(name, plate, total=0 if final else None) for name, plate in people]
    pad.check(entries, final=final)
    sheet = pad.score_final(entries) if final else pad.score_round(entries)
    told = sheet.to_message()
    return {
        "dish": example.dish,
        "setting": sheet.setting.to_json(),
        "final": final,
        "players": [_player(entry) for entry in entries],
        "on_wasabi": [on_wasabi([word for word, n in entry.dishes for _ in range(n)]) for entry in entries],
        "sheet": told if example.dish == MAKI else _without_maki(told),
    }


def _without_maki(sheet: dict[str, Any]) -> dict[str, Any]:
    """The sheet without the lines for maki, which would only distract in an example of another dish."""
    return sheet | {"players": [_tally_without_maki(tally) for tally in sheet["players"]]}


def _tally_without_maki(tally: dict[str, Any]) -> dict[str, Any]:
    lines = [line for line in tally["lines"] if line["dish"] != MAKI]
    less = sum(line["points"] for line in tally["lines"] if line["dish"] == MAKI)
    return tally | {"lines": lines, "points": tally["points"] - less, "total": tally["total"] - less}


def _player(entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "dishes": entry.dishes, "total": entry.total, "die": entry.die}
