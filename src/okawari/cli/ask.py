"""Questions to players: answered at a terminal, or line by line from a pipe."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from okawari.texts import say


class Leave(Exception):
    """A player has typed q, or the input has ended."""


class Keyboard:
    """Prints texts and reads answers, in one language."""

    def __init__(self, console: Console, lang: str) -> None:
        self.console = console
        self.lang = lang
        self.at_terminal = sys.stdin.isatty() and console.is_terminal

    def say(self, path: str, /, *, style: str = "", **params: object) -> None:
        """Print a text of the catalogue, by its path."""
        self.console.print(Text(say(self.lang, path, **params), style=style))

    def show(self, what: RenderableType) -> None:
        """Print a text, table or other renderable."""
        self.console.print(what)

    def ask(self, question: str, default: str | None = None) -> str:
        """The answer to a question; the default if it is empty. Raises `Leave` for q and at the end of the input."""
        prompt = Text(question, style="bold") + Text(f" [{default}]" if default else "", style="green") + Text(" > ")
        self.console.print(prompt, end="")
        answer = self._line().strip()
        if answer.lower() in ("q", "quit", say(self.lang, "ui.quit")):
            raise Leave
        return answer or default or ""

    def _line(self) -> str:
        """A line of the input. Not read by `input`, since readline would offer what the player before has typed."""
        sys.stdout.flush()
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            line = "\n"
        if not line:
            self.console.print()
            raise Leave
        if not sys.stdin.isatty():
            self.console.print(Text(line.strip()))
        return line

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Print to a terminal screen that is cleared afterwards; in a pipe nothing is hidden.

        It is the alternate screen, which has no scrollback, so that nobody can scroll up to a hand.
        """
        other_screen = not self.console.is_dumb_terminal and self.console.set_alt_screen(True)
        self._wipe()
        try:
            yield
        finally:
            self._wipe()
            if other_screen:
                self.console.set_alt_screen(False)

    def _wipe(self) -> None:
        if self.console.is_dumb_terminal:
            self.console.print("\n" * self.console.height)
        elif self.console.is_terminal:
            self.console.clear()

    def yes(self, question: str, *, default: bool) -> bool:
        """Whether the answer to a question is yes."""
        yes, no = say(self.lang, "ui.yes"), say(self.lang, "ui.no")
        while True:
            answer = self.ask(f"{question} ({yes}/{no})", yes if default else no).lower()
            if answer in (yes, yes[0], "y", "yes"):
                return True
            if answer in (no, no[0], "n", "no"):
                return False
            self.say("play.yes-or-no", style="yellow", yes=yes, no=no)

    def number(self, question: str, allowed: Sequence[int], default: int) -> int:
        """The answer to a question, one of the allowed numbers; if there is only one, it is not asked."""
        if len(allowed) == 1:
            return allowed[0]
        low, high = allowed[0], allowed[-1]
        while True:
            answer = self.ask(f"{question} ({low}-{high})", str(default))
            if answer.isdigit() and int(answer) in allowed:
                return int(answer)
            self.say("play.players-range", style="yellow", low=low, high=high)

    def pick(self, question: str, options: Sequence[tuple[str, str, str]], default: int = 0) -> str:
        """The word of the option that was picked; an option is a word, a name and a line about it."""
        self.console.print()
        grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        grid.add_column(style="bold green", no_wrap=True)
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column(style="dim")
        for number, (_, name, about) in enumerate(options, 1):
            grid.add_row(str(number), name, about)
        self.console.print(grid)
        while True:
            answer = self.ask(question, str(default + 1)).lower()
            if answer.isdigit() and 1 <= int(answer) <= len(options):
                return options[int(answer) - 1][0]
            begun = [word for word, name, _ in options if answer in (word, name.lower()) or word.startswith(answer)]
            if len(begun) == 1 or answer in begun:
                return answer if answer in begun else begun[0]
            self.say("play.pick", style="yellow", n=len(options))
