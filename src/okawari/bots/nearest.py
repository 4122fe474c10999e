"""Names of games, one for all settings in which dishes are worth the same; and the nearest name that has data."""

from __future__ import annotations

from collections.abc import Iterable

from okawari.game import Setting
from okawari.rules.desserts import DESSERT_ROWS
from okawari.rules.traits import ROLL, Dessert
from okawari.rules.variants import VARIANT_ROWS


def name_of(setting: Setting) -> str:
    """The name of a setting's game: its dessert or `roll`, its variant, its seats; how hands are passed is ignored."""
    return " ".join(word for word in (_kind(setting), _variant(setting), str(setting.seats)) if word)


def nearest(setting: Setting, names: Iterable[str]) -> str:
    """The one of `names` that is nearest to a setting: by kind of table and variant, then dessert, then seats."""
    names = list(names)
    kind, variant = _known_kind(setting, {name.split()[0] for name in names}), _variant(setting)

    def distance(name: str) -> tuple[bool, bool, int]:
        first, *middle, seats = name.split()
        other_game = (first == ROLL) != (kind == ROLL) or " ".join(middle) != variant
        return (other_game, first != kind, abs(int(seats) - setting.seats))

    return min(names, key=distance)


def _kind(setting: Setting) -> str:
    """The first word of a name: `roll`, or the dessert."""
    return ROLL if setting.table_kind == ROLL else setting.dessert_rules.word


def _known_kind(setting: Setting, known: set[str]) -> str:
    """The kind of a setting if it is in `known`, else the known dessert that shares most traits with its dessert."""
    kind = _kind(setting)
    desserts = [dessert for dessert in DESSERT_ROWS if dessert.word in known]
    if kind in known or not desserts:
        return kind
    return min(desserts, key=lambda dessert: _differences(dessert, setting.dessert_rules)).word


def _differences(one: Dessert, other: Dessert) -> int:
    """The number of traits in which two desserts differ."""
    return sum(mine != theirs for mine, theirs in zip(_traits(one), _traits(other), strict=True))


def _traits(dessert: Dessert) -> tuple[object, ...]:
    several = len(dessert.played) > 1
    return dessert.prize, bool(dessert.runs), bool(dessert.die), bool(dessert.values), dessert.squishy, several


def _variant(setting: Setting) -> str:
    """The first variant that equals the setting's except for how hands are passed; empty for the basic game."""
    mine = setting.variant_rules
    same = next(
        variant
        for variant in VARIANT_ROWS
        if (variant.table, variant.lowest_wins, variant.extra_plate, variant.draws)
        == (mine.table, mine.lowest_wins, mine.extra_plate, mine.draws)
    )
    return same.word if same is not VARIANT_ROWS[0] else ""
