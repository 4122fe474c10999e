"""The variants of all menus, with their numbers."""

from __future__ import annotations

from okawari.rules.menus import MENUS
from okawari.rules.traits import NO_VARIANT

#: Every variant; the first stands for none, and the order gives them their numbers. The latest edition lists the most,
#: and so comes first.
VARIANTS = {
    variant.word: variant for variant in (NO_VARIANT, *(row for menu in MENUS[::-1] for row in menu.variant_rows))
}
VARIANT_ROWS = tuple(VARIANTS.values())
VARIANT_WORDS = tuple(VARIANTS)
#: Those that can be chosen.
CHOICES = VARIANT_WORDS[1:]
