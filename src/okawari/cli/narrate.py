"""Printing the events of a game: sentences, a bill after each round, and the winners."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from okawari.cli.table import bill, heading, standing
from okawari.cli.tell import EventTexts
from okawari.game import Event, Scores
from okawari.rules.events import L_DESSERT, LINE_DISHES
from okawari.texts import say


class Narrator:
    """Prints the events of a game as it goes on."""

    def __init__(self, console: Console, texts: EventTexts) -> None:
        self.console = console
        self.texts = texts
        self.lang = texts.lang
        self.round = 0

    def print_events(self, events: Sequence[Event], scores: Scores) -> bool:
        """Print the next events; returns whether a bill was among them."""
        billed = False
        for kind, part in _parts(events):
            if kind != "story":
                self._bill(part, scores, final=kind == "final")
                billed = True
                continue
            self.round = next((event.details["round"] for event in part if "round" in event.details), self.round)
            for line in self.texts.sentences(part):
                self.console.print(Text(f"  {line}"))
            self._ending(part)
        return billed

    def _bill(self, lines: Sequence[Event], scores: Scores, *, final: bool) -> None:
        names = self.texts.names
        self.console.print()
        self.console.print(bill(self.lang, names, scores, None if final else self.round))
        totals = [event.details["total"] for event in lines if event.name in ("round-score", "final-score")]
        lowest_first = self.texts.setting.variant_rules.lowest_wins
        self.console.print()
        self.console.print(standing(self.lang, names, totals, lowest_first=lowest_first))

    def _ending(self, events: Sequence[Event]) -> None:
        ending = self.texts.ending(events)
        if ending:
            self.console.print()
            self.console.print(heading(say(self.lang, "replay.end")))
        for line in ending:
            self.console.print(Text(line, style="bold green"))


def _parts(events: Sequence[Event]) -> list[tuple[str, list[Event]]]:
    """The events in runs of one kind: those printed as sentences, and the lines of each bill."""
    return [(kind, list(part)) for kind, part in groupby(events, key=_kind)]


def _kind(event: Event) -> str:
    """Whether an event belongs to the sentences (`story`), to a round's bill or to the final bill."""
    if event.name == "line":
        return "final" if LINE_DISHES.index(event.details["dish"]) >= L_DESSERT else "round"
    return {"round-score": "round", "final-score": "final"}.get(event.name, "story")
