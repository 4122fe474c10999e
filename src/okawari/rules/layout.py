"""The layout of the pyramid of sushi battle."""

from __future__ import annotations

#: Cards in each row of the pyramid from the top, and the rows that are dealt face down, counted from 1. Our choice: the
#: rulebook shows it only in a picture, which we do not have. It thanks the designers of a game whose first age is laid
#: out like this.
ROWS = (2, 3, 4, 5, 6)
FACE_DOWN_ROWS = (2, 4)
