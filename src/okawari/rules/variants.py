"""The variants of all menus, numbered."""

from __future__ import annotations

from okawari.rules.menus import MENUS
from okawari.rules.traits import NO_VARIANT

#: Every variant by its word. Its index in this order is its number; 0 is the ordinary game. Later menus come first: the
#: latest lists the most variants.
VARIANTS = {
    variant.word: variant for variant in (NO_VARIANT, *(row for menu in MENUS[::-1] for row in menu.variant_rows))
}
VARIANT_ROWS = tuple(VARIANTS.values())
VARIANT_WORDS = tuple(VARIANTS)
#: The words of the variants that can be chosen.
CHOICES = VARIANT_WORDS[1:]
