"""Games by name, as far as it changes what is worth what: what was learned in one serves the nearest others."""

from __future__ import annotations

from collections.abc import Iterable

from okawari.game import Setting


def name_of(setting: Setting) -> str:
    """The game of a setting, in words. Which way the hands go makes no other game of it."""
    return " ".join(word for word in (_kind(setting), _variant(setting), str(setting.seats)) if word)


def nearest(setting: Setting, names: Iterable[str]) -> str:
    """The name of the same game, or of the nearest one: in kind and variant, then in dessert, then in seats."""
    kind, variant = _kind(setting), _variant(setting)

    def distance(name: str) -> tuple[bool, bool, int]:
        first, *middle, seats = name.split()
        other_game = (first == "roll") != (kind == "roll") or " ".join(middle) != variant
        return (other_game, first != kind, abs(int(seats) - setting.seats))

    return min(names, key=distance)


def _kind(setting: Setting) -> str:
    return "roll" if setting.doors.name == "roll" else setting.dessert or "pudding"


def _variant(setting: Setting) -> str:
    return "" if setting.variant in (None, "both-ways") else setting.variant
