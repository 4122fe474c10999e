"""The word that was probably meant by one that is wrong, by a rule that any language can repeat.

The distance of two words is the least number of letters to insert, leave out or replace to get from one to the other.
The nearest word is the last one with the least distance, if that is at most half the length of the longer word. The
letters of a word are its Unicode code points.
"""

from __future__ import annotations

from collections.abc import Iterable


def nearest_word(word: str, rights: Iterable[str]) -> str | None:
    """The nearest of some right words to a wrong one; None if none is near.

    >>> nearest_word("tempra", ["tempura", "sashimi"]), nearest_word("tofu", ["tempura", "sashimi"])
    ('tempura', None)
    """
    found, least = None, 0
    for right in rights:
        longer = max(len(word), len(right))
        # No distance is less than the difference of the lengths: long words are not compared.
        if 2 * abs(len(word) - len(right)) > longer:
            continue
        away = distance(word, right)
        if 2 * away <= longer and (found is None or away <= least):
            found, least = right, away
    return found


def distance(word: str, other: str) -> int:
    """The distance of two words.

    >>> distance("eggg", "egg"), distance("sqiud", "squid")
    (1, 2)
    """
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        above, row = row, [i]
        for j, its in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (letter != its)))
    return row[-1]
