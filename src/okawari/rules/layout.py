"""How the cards of sushi battle lie."""

from __future__ import annotations

#: Our choice, for the book's picture is lost: cards in each row of the pyramid from the top, and the rows that lie face
#: down. The book thanks the designers of a game whose first age looks so.
ROWS = (2, 3, 4, 5, 6)
FACE_DOWN_ROWS = (2, 4)
