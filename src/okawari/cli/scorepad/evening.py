"""A whole evening on the score pad: three rounds and the end, line by line, each of which can be taken back."""

from __future__ import annotations

from okawari.game.pad import EXTRA, Entry, Pad, Sheet
from okawari.rules.points import ROUNDS


class Evening:
    """The lines written so far. Totals follow from them, so that taking one back is enough to undo it.

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
        """The round that is being written down; the end comes as the one after the last."""
        return len(self._entries) // len(self.names) + 1

    @property
    def at_the_end(self) -> bool:
        """Whether only desserts and tokens are left to count."""
        return self.round > ROUNDS

    @property
    def over(self) -> bool:
        """Whether everything is written."""
        return self.round > ROUNDS + 1

    @property
    def between_rounds(self) -> bool:
        """Whether everybody's line of the last round is written, and nobody's of the next."""
        return bool(self._entries) and len(self._entries) % len(self.names) == 0

    @property
    def next_name(self) -> str:
        """Whose line comes next."""
        return self.names[len(self._entries) % len(self.names)]

    @property
    def totals(self) -> list[int]:
        """Everybody's points after the rounds that are complete."""
        if self.over:
            return [player.total for player in self.sheet(ROUNDS + 1).players]
        sheets = self.points_by_round
        return [sum(points) for points in zip(*sheets, strict=True)] if sheets else [0] * len(self.names)

    @property
    def points_by_round(self) -> list[list[int]]:
        """Everybody's points in each round that is complete, the end as one more."""
        return [[player.points for player in self.sheet(number).players] for number in range(1, self.round)]

    def sheet(self, number: int) -> Sheet:
        """A round that is complete, or the end."""
        lines = self._lines_of(number)
        return self.pad.score_final(lines) if number > ROUNDS else self.pad.score_round(lines)

    def _lines_of(self, number: int) -> list[Entry]:
        n = len(self.names)
        return self._entries[(number - 1) * n : number * n]

    def write(self, text: str) -> None:
        """Write down the next line; one that cannot be right changes nothing."""
        now = self._lines_of(self.round)
        total = self.totals[len(now)] if self.at_the_end else None
        entry = self.pad.read_dishes(self.next_name, self._without_name(text), len(now) + 1, total=total)
        earlier = self._entries[: len(self._entries) - len(now)]
        self.pad.check([*now, entry], final=self.at_the_end, earlier=earlier)
        self._entries.append(entry)

    def _without_name(self, text: str) -> str:
        """The dishes alone, if somebody has written the name before them as in a file."""
        before, colon, after = text.partition(":")
        return after if colon and before.strip().casefold() == self.next_name.casefold() else text

    def undo(self) -> str | None:
        """Take back the last line, that of the round before if need be; whose it was."""
        return self._entries.pop().name if self._entries else None
