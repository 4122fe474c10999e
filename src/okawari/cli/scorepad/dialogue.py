"""The dialogue at the terminal that fills the score pad of a whole game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from okawari.cli.scorepad.evening import Evening
from okawari.cli.scorepad.printing import print_sheet, print_standing, shown_name
from okawari.cli.style import console, explain
from okawari.game.errors import OkawariError
from okawari.game.pad import Pad, is_extra, tidy
from okawari.rules.points import ROUNDS
from okawari.texts import say

with suppress(ImportError):  # `input` uses it for line editing, where it is installed.
    import readline  # noqa: F401

Ask = Callable[[str], str]

_NOTHING = "-"


class _Leave(Exception):
    """The user has typed quit."""


class Dialogue:
    """The dialogue of one game, in one language. `ask` prints a prompt and returns what was typed."""

    def __init__(self, pad: Pad, lang: str, ask: Ask = input, out: Console | None = None) -> None:
        self._pad, self._lang, self._ask = pad, lang, ask
        self._out = out or console()
        self._evening: Evening | None = None

    def run(self) -> None:
        """Ask for lines until the game is scored or the user quits."""
        try:
            self._evening = self._ask_names()
            self._say("pad.evening.welcome")
            while not self._evening.over:
                self._next_line(self._evening)
        except (EOFError, KeyboardInterrupt, _Leave):
            self._out.print()
            if self._evening and self._evening.round > 1 and not self._evening.over:
                print_standing(self._out, self._evening, self._lang)
        self._say("ui.goodbye")

    def _say(self, path: str, style: str = "dim") -> None:
        self._out.print(Text(say(self._lang, path), style=style))

    def _print_error(self, problem: OkawariError) -> None:
        self._out.print(Text(explain(problem, self._lang), style="bold red"))

    def _ask_names(self) -> Evening:
        """Ask for the names of the players until they are valid."""
        while True:
            written = self._ask(say(self._lang, "pad.evening.who") + " ")
            if self._means(written, "quit"):
                raise _Leave
            names = [tidy(name) for name in (written.split(",") if "," in written else written.split())]
            people = [name for name in names if name and not (self._pad.has_extra_plate and is_extra(name))]
            try:
                return Evening(self._pad, people)
            except OkawariError as problem:
                self._print_error(problem)

    def _next_line(self, evening: Evening) -> None:
        """Ask for one player's line, and carry out what was typed."""
        name = shown_name(evening.next_name, self._lang)
        written = self._ask(f"{self._when(evening.round)} · {name}: ").strip()
        if self._means(written, "quit"):
            raise _Leave
        if self._means(written, "undo"):
            self._undo(evening)
        elif self._means(written, "help") or not (written or evening.at_the_end):
            self._help(evening)
        else:
            self._write(evening, "" if written == _NOTHING else written)

    def _means(self, written: str, command: str) -> bool:
        """Whether a command such as `undo` was typed, in English or in the language of the dialogue."""
        return written.strip().casefold() in (command, say(self._lang, f"ui.{command}").casefold())

    def _when(self, number: int) -> str:
        """The title of a round; the number after the last round is the end of the game."""
        if number > ROUNDS:
            return say(self._lang, "pad.evening.end")
        return say(self._lang, "ui.round", round=number, rounds=ROUNDS)

    def _help(self, evening: Evening) -> None:
        stock = self._pad.final_stock if evening.at_the_end else self._pad.round_stock
        self._say("pad.evening.help")
        self._out.print(Text(" ".join(stock), style="cyan"))

    def _undo(self, evening: Evening) -> None:
        if evening.undo() is None:
            self._say("pad.evening.nothing-to-undo")
        elif evening.round > 1:
            print_standing(self._out, evening, self._lang)

    def _write(self, evening: Evening, written: str) -> None:
        try:
            evening.write(written)
        except OkawariError as problem:
            self._print_error(problem)
            return
        if evening.between_rounds:
            last = evening.round - 1
            print_sheet(self._out, evening.sheet(last), self._lang, self._when(last))
            print_standing(self._out, evening, self._lang)
        if evening.over:
            self._offer_undo(evening)

    def _offer_undo(self, evening: Evening) -> None:
        """After the last line, ask whether to undo it."""
        if self._means(self._ask(say(self._lang, "pad.evening.done") + " "), "undo"):
            self._undo(evening)
