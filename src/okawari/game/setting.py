"""The setting of a table: menu, seats, dessert, variant, and the maki rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from okawari.game.errors import BadFile, SettingError
from okawari.rules.desserts import DESSERT_ROWS, DESSERT_WORDS, DESSERTS
from okawari.rules.menus import MENUS
from okawari.rules.traits import BATTLE, DRAFT, DRAWS_NOTHING, DRAWS_OWN_PILE, Dessert, Menu, Variant
from okawari.rules.variants import CHOICES, VARIANT_ROWS, VARIANT_WORDS, VARIANTS

if TYPE_CHECKING:
    from okawari.rules.table_kernels import TableKernels

_MENU_WORDS = tuple(menu.word for menu in MENUS)
_FEWEST, *_, _MOST = sorted(seats for menu in MENUS for seats in menu.seats)


@dataclass(frozen=True)
class Setting:
    """What is played at a table. Make one with `Setting.of`, which refuses what the rulebooks do not allow.

    >>> Setting.of("sushi-go-anniversary", 4)
    Setting(menu='sushi-go-anniversary', seats=4, dessert='strawberry', variant=None, must_have_maki=False)
    """

    menu: str
    seats: int
    dessert: str | None
    variant: str | None = None
    must_have_maki: bool = False

    @classmethod
    def of(
        cls,
        menu: str,
        seats: int,
        dessert: str | None = None,
        variant: str | None = None,
        must_have_maki: bool = False,
    ) -> Setting:
        """A checked setting, with the menu's usual dessert if none is given; `SettingError` if it is not allowed."""
        if menu not in _MENU_WORDS:
            raise SettingError("unknown-menu", word=menu, choices=", ".join(_MENU_WORDS))
        rules = MENUS[_MENU_WORDS.index(menu)]
        _check_seats(rules, seats)
        _check_dessert(rules, dessert)
        _check_variant(rules, variant, seats)
        if must_have_maki and not rules.may_require_maki:
            menus = ", ".join(menu.word for menu in MENUS if menu.may_require_maki)
            raise SettingError("maki-rule-menu", menus=menus)
        if must_have_maki and seats != 2:
            raise SettingError("maki-rule-seats")
        usual = rules.desserts[0] if rules.desserts else None
        return cls(menu, int(seats), dessert or usual, variant, bool(must_have_maki))

    @cached_property
    def rules(self) -> Menu:
        """The traits of the menu."""
        return MENUS[self.menu_number]

    @cached_property
    def variant_rules(self) -> Variant:
        """The traits of the variant; without one, those of the ordinary game."""
        return VARIANT_ROWS[self.variant_number]

    @cached_property
    def dessert_rules(self) -> Dessert:
        """The traits of the dessert; in Sushi Roll, which has no deck, those of pudding."""
        return DESSERT_ROWS[self.dessert_number]

    @cached_property
    def menu_number(self) -> int:
        """The menu's number in the kernels."""
        return _MENU_WORDS.index(self.menu)

    @cached_property
    def dessert_number(self) -> int:
        """The dessert's number in the kernels."""
        return DESSERT_WORDS.index(self.dessert) if self.dessert else 0

    @property
    def variant_number(self) -> int:
        """The variant's number in the kernels."""
        return VARIANT_WORDS.index(self.variant) if self.variant else 0

    @cached_property
    def diners(self) -> int:
        """How many plates are at the table: one for each seat, and the extra plate if the variant has one."""
        return self.seats + self.variant_rules.extra_plate

    @cached_property
    def turns(self) -> int | None:
        """How many turns a round has; None in sushi battle, where that depends on the moves."""
        if self.table_kind == BATTLE:
            return None
        return self.hand_size + self.pile_size

    @cached_property
    def hand_size(self) -> int:
        """How many cards or dice each seat has at the start of a round."""
        return self.rules.hand_size(self.seats, self.variant_rules)

    @property
    def pile_size(self) -> int:
        """How many cards the draw pile of each seat has; 0 if seats have no piles of their own."""
        return self.hand_size if self.variant_rules.draws == DRAWS_OWN_PILE else 0

    @property
    def pile_count(self) -> int:
        """How many draw piles there are: one for each seat, or one for the seat in control."""
        return {DRAWS_NOTHING: 0, DRAWS_OWN_PILE: self.seats}.get(self.variant_rules.draws, 1)

    @cached_property
    def table_kind(self) -> str:
        """The table kind: `draft`, `battle` or `roll`."""
        return self.rules.table_kind(self.variant_rules)

    @property
    def in_turns(self) -> bool:
        """Whether players move one after the other; otherwise all choose at once."""
        return self.table_kind != DRAFT

    @cached_property
    def kernels(self) -> TableKernels:
        """The table kernels of the table kind."""
        # Imported here because the kernels take a second to import, and most uses of a setting do not need them.
        from okawari.rules.table_kernels import kernels_for

        return kernels_for(self.menu_number, self.variant_number)

    @property
    def numbers(self) -> tuple[int, int, int, int, int]:
        """The setting as the arguments of kernels: menu, dessert, variant, must_have_maki, seats."""
        return (self.menu_number, self.dessert_number, self.variant_number, int(self.must_have_maki), self.seats)

    def to_json(self) -> dict[str, Any]:
        """The setting as a dictionary, as in records, views and positions."""
        return {
            "menu": self.menu,
            "seats": self.seats,
            "dessert": self.dessert,
            "variant": self.variant,
            "must_have_maki": self.must_have_maki,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setting:
        """Read a setting from a dictionary, with the same checks as `of`."""
        seats = data.get("seats", 0)
        if not isinstance(seats, int):
            raise BadFile("bad-number", field="seats", value=repr(seats), low=_FEWEST, high=_MOST)
        return cls.of(
            data.get("menu", ""),
            seats,
            data.get("dessert"),
            data.get("variant"),
            data.get("must_have_maki", False),
        )


def _check_seats(rules: Menu, seats: int) -> None:
    if isinstance(seats, bool) or seats not in rules.seats:
        raise SettingError("seats", seats=seats, menu=rules.word, allowed=_listed(rules.seats))


def _check_dessert(rules: Menu, dessert: str | None) -> None:
    if dessert is None or dessert in rules.desserts:
        return
    if dessert not in DESSERTS:
        raise SettingError("unknown-dessert", word=dessert, choices=", ".join(rules.desserts or DESSERT_WORDS))
    choices = ", ".join(rules.desserts) or "–"
    raise SettingError("dessert-not-in-menu", dessert=dessert, menu=rules.word, choices=choices)


def _check_variant(rules: Menu, variant: Any, seats: int) -> None:
    if variant is None:
        return
    if isinstance(variant, tuple | list | set) or any(mark in str(variant) for mark in ", +"):
        raise SettingError("one-variant")
    if variant not in CHOICES:
        raise SettingError("unknown-variant", word=variant, choices=", ".join(rules.variants or CHOICES))
    if variant not in rules.variants:
        choices = ", ".join(rules.variants) or "–"
        raise SettingError("variant-not-in-menu", variant=variant, menu=rules.word, choices=choices)
    if seats not in VARIANTS[variant].seats:
        allowed = _listed(VARIANTS[variant].seats)
        raise SettingError("variant-seats", variant=variant, seats=seats, allowed=allowed)


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
