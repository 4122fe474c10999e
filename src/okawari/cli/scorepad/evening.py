"""A whole game on the score pad: the lines of three rounds and of the end, with undo."""

from __future__ import annotations

from okawari.game.pad import EXTRA, Entry, Pad, Sheet
from okawari.rules.points import ROUNDS


class Evening:
    """The lines of a game so far. Totals are computed from them, so that undo only removes the last line.

    >>> evening = Evening(Pad("sushi-go-first"), ["Ania", "Bo"])
    >>> evening.write("tempura*2 maki1")
    >>> evening.write("sashimi*3")
    >>> evening.totals, evening.round, evening.next_name
    ([11, 10], 2, 'Ania')
    >>> evening.undo()
    'Bo'
    >>> evening.totals, evening.round, evening.next_name
    ([0, 0], 1, 'Bo')
    """

    def __init__(self, pad: Pad, names: list[str]) -> None:
        self.pad = pad
        self.names = [*names, EXTRA] if pad.has_extra_plate and EXTRA not in names else names
        self.setting = pad.setting(self.names)
        self._entries: list[Entry] = []

    @property
    def round(self) -> int:
        """The round whose lines are being written; the number after the last round is the end of the game."""
        return len(self._entries) // len(self.names) + 1

    @property
    def at_the_end(self) -> bool:
        """Whether only desserts and tokens are left to count."""
        return self.round > ROUNDS

    @property
    def over(self) -> bool:
        """Whether all lines are written."""
        return self.round > ROUNDS + 1

    @property
    def between_rounds(self) -> bool:
        """Whether all lines of a round are written, and none of the next."""
        return bool(self._entries) and len(self._entries) % len(self.names) == 0

    @property
    def next_name(self) -> str:
        """The name of the player whose line is next."""
        return self.names[len(self._entries) % len(self.names)]

    @property
    def totals(self) -> list[int]:
        """The total of each player after the rounds that are complete."""
        if self.over:
            return [player.total for player in self.sheet(ROUNDS + 1).players]
        sheets = self.points_by_round
        return [sum(points) for points in zip(*sheets, strict=True)] if sheets else [0] * len(self.names)

    @property
    def points_by_round(self) -> list[list[int]]:
        """The points of each player, for each round that is complete; the end is one more."""
        return [[player.points for player in self.sheet(number).players] for number in range(1, self.round)]

    def sheet(self, number: int) -> Sheet:
        """The scores of a round that is complete, or of the end."""
        lines = self._lines_of(number)
        return self.pad.score_final(lines) if number > ROUNDS else self.pad.score_round(lines)

    def _lines_of(self, number: int) -> list[Entry]:
        n = len(self.names)
        return self._entries[(number - 1) * n : number * n]

    def write(self, text: str) -> None:
        """Add the next player's line; an invalid one raises an error and changes nothing."""
        now = self._lines_of(self.round)
        total = self.totals[len(now)] if self.at_the_end else None
        entry = self.pad.read_dishes(self.next_name, self._without_name(text), len(now) + 1, total=total)
        earlier = self._entries[: len(self._entries) - len(now)]
        self.pad.check([*now, entry], final=self.at_the_end, earlier=earlier)
        self._entries.append(entry)

    def _without_name(self, text: str) -> str:
        """The text without the player's name and a colon before it, which may be typed as in a file."""
        before, colon, after = text.partition(":")
        return after if colon and before.strip().casefold() == self.next_name.casefold() else text

    def undo(self) -> str | None:
        """Remove the last line; returns the name of its player, None if there is no line."""
        return self._entries.pop().name if self._entries else None
