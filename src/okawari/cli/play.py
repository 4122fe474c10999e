"""`okawari play`: a game in the terminal, against bots or with several people at one keyboard."""

from __future__ import annotations

import contextlib
import hashlib
import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.text import Text

from okawari import bots
from okawari.cli import saved
from okawari.cli.ask import Keyboard, Leave
from okawari.cli.narrate import Narrator
from okawari.cli.saved import Saved
from okawari.cli.setup import BadOptions, TableOptions, set_table
from okawari.cli.style import Lang, console, explain, fail, language
from okawari.cli.table import Picture, heading
from okawari.cli.tell import EventTexts, names_of, title_of
from okawari.cli.typed import Unclear, read_cards, read_move, refusal
from okawari.game import Game, IllegalMove, Setting, SettingError, View
from okawari.texts import say


def play(
    menu: Annotated[
        str | None,
        typer.Argument(
            metavar="MENU",
            help="sushi-go-first, sushi-go-2014, sushi-go-anniversary or sushi-roll.",
            show_default=False,
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Players at the table, bots included.", show_default=False)] = None,
    people: Annotated[int | None, typer.Option(help="How many of them are people.", show_default=False)] = None,
    names: Annotated[str | None, typer.Option(help="Their names: “Ania,Bo”.", show_default=False)] = None,
    dessert: Annotated[str | None, typer.Option(help="One of the desserts: {desserts}.", show_default=False)] = None,
    variant: Annotated[
        str | None, typer.Option(help="One of the variants: {variants}; none: no variant.", show_default=False)
    ] = None,
    must_have_maki: Annotated[
        bool, typer.Option("--must-have-maki", help="Two players of the anniversary edition: no maki, no maki points.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same game.", show_default=False)] = None,
    bot: Annotated[
        str, typer.Option(help="Who plays against you: a level such as pip or oba, or any other bot.")
    ] = "simple",
    record: Annotated[
        Path | None, typer.Option(help="Write the finished game to this file.", show_default=False)
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new game, even if a saved one waits.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the saved game without asking.")] = False,
    lang: Lang = None,
) -> None:
    """Play a game: alone against bots, or several people at one keyboard.

    What you do not say here is asked; Enter takes the usual answer. Ctrl-C saves the game, the next start goes on.
    """
    keyboard = Keyboard(console(), language(lang))
    if bot not in bots.BOTS:
        fail(say(keyboard.lang, "play.bot-unknown", word=bot, choices=", ".join(bots.BOTS)))
    given = TableOptions(menu, seats, people, names, dessert, variant, must_have_maki)
    with _signals_as_ctrl_c():
        try:
            table = None if new else _waiting_table(keyboard, resume=resume)
            if table is None:
                table = _new_table(keyboard, given, bot, seed)
        except (Leave, KeyboardInterrupt):
            keyboard.show("")
            keyboard.say("play.nothing-saved")
            return
        except (BadOptions, SettingError) as problem:
            fail(explain(problem, keyboard.lang))
        while table is not None:
            table, record = _play_to_the_end(keyboard, table, record), None  # the file is for the first game only


class Table:
    """A game in the terminal, with its people and bots."""

    def __init__(
        self, keyboard: Keyboard, game: Game, names: tuple[str, ...], people: tuple[int, ...], bot: str
    ) -> None:
        self.keyboard = keyboard
        self.lang = keyboard.lang
        self.game = game
        self.names = names
        self.plates = names_of(game.setting, names, self.lang)
        self.people = people
        self.bot = bot
        self.bots = {seat: bots.make(bot, _bot_seed(game, seat)) for seat in game.seats if seat not in people}
        you = people[0] if len(people) == 1 else None
        texts = EventTexts(game.setting, self.plates, self.lang, you=you, rolls=False)
        self.narrator = Narrator(keyboard.console, texts)
        self.waiting: dict[int, str] = {}
        self.printed = 0
        #: Whether a person was asked for a move since events were printed.
        self.asked = True

    @property
    def secret(self) -> bool:
        """Whether hands must be hidden when the next person takes the keyboard."""
        return len(self.people) > 1 and self.game.setting.table_kind == "draft"

    def catch_up(self) -> None:
        """Mark the events of a saved game as printed."""
        events = self.game.events
        self.printed = len(events)
        self.narrator.round = self.game.round

    def play(self) -> None:
        """Play the game to its end."""
        self._print_events()
        while not self.game.over:
            seat = next((seat for seat in self.game.to_move if seat in self.people), self.game.to_move[0])
            if seat in self.people:
                self._let_choose(seat)
            else:
                self.game.choose(seat, self.bots[seat].choose(self.game.view(seat)))
            self._print_events()

    def saved(self) -> Saved:
        """The game in the form in which it is saved."""
        assert self.game.seed is not None
        moves = self.game.record.moves
        unprinted = len(self.game.events) > self.printed
        waiting = () if unprinted else tuple(self.waiting.items())  # a turn that was played is in `moves` already
        return Saved(self.game.setting, self.game.seed, moves, waiting, self.names, self.people, self.bot)

    def _print_events(self) -> None:
        """Print the new events."""
        new = self.game.events[self.printed :]
        if not new:
            return
        self.printed += len(new)
        self.waiting.clear()
        if self.asked:
            self.keyboard.show("")
        self.asked = False
        billed = self.narrator.print_events(new, self.game.scores)
        if billed and not self.game.over and self.keyboard.at_terminal and not self.secret:
            self.keyboard.ask(say(self.lang, "play.press-enter"))

    def _let_choose(self, seat: int) -> None:
        """Let a person choose, on a hidden screen where hands are secret."""
        if not self.secret:
            self._ask_for_move(seat)
            return
        self.keyboard.show("")
        self.keyboard.ask(say(self.lang, "ui.pass-device", name=self.names[seat]))
        with self.keyboard.hidden():
            self._ask_for_move(seat)

    def _ask_for_move(self, seat: int) -> None:
        view = self.game.view(seat)
        self.asked = True
        self.keyboard.show("")
        self.keyboard.show(Picture(view, self.plates, self.lang).whole())
        self.keyboard.show("")
        self._hint(view)
        while True:
            typed = self.keyboard.ask(self._question(seat))
            if typed == "?":
                self._help()
            elif not typed and len(view.moves) > 1:
                self._hint(view)
            elif self._choose(view, seat, typed or view.moves[0].text):
                return

    def _question(self, seat: int) -> str:
        kind = "ask-die" if self.game.setting.table_kind == "roll" else "ask-card"
        return say(self.lang, f"play.{kind}", name=self.names[seat])

    def _choose(self, view: View, seat: int, typed: str) -> bool:
        """Make the typed move; returns whether it was legal."""
        taken = False
        try:
            for move in self._moves(view, seat, typed):
                self.game.choose(seat, move)
                taken = True
                self.waiting[seat] = move
        except (Unclear, IllegalMove) as problem:
            self.keyboard.show(Text(refusal(problem, view, self.lang), style="yellow"))
        return taken

    def _moves(self, view: View, seat: int, typed: str) -> list[str]:
        moves = read_move(view, typed, self.lang)
        if view.controller != seat or "/" in moves[0] or not self._is_own_part(view, moves[0]):
            return moves
        extra = self.keyboard.ask(say(self.lang, "play.ask-extra"))
        return [f"{moves[0]}/{read_cards(view, extra, self.lang)}"]

    def _is_own_part(self, view: View, move: str) -> bool:
        """Whether a move is legal but for the card for the extra plate."""
        return any(legal.text.partition("/")[0] == move for legal in view.moves)

    def _hint(self, view: View) -> None:
        """Print what can be typed besides a number."""
        setting, seat = self.game.setting, view.seat
        assert seat is not None
        if setting.table_kind == "roll":
            other = "B" if seat == 0 else "A"
            self.keyboard.say("play.roll-moves", style="dim", other=other)
        elif setting.table_kind == "battle":
            if view.words["second"]:
                self.keyboard.say("play.second-take", style="bold")
            elif any(move.text.endswith("chopsticks") for move in view.moves):
                self.keyboard.say("play.chopsticks-pyramid", style="dim")
        else:
            if view.controller == seat:
                self.keyboard.say("play.you-control", style="bold")
            if any("+" in move.text for move in view.moves):
                self.keyboard.say("play.chopsticks-cards", style="dim")

    def _help(self) -> None:
        setting = self.game.setting
        self.keyboard.say(f"play.help.{setting.table_kind}")
        if setting.variant_rules.extra_plate:
            self.keyboard.say("play.help.extra")
        self.keyboard.say("play.help.rest", menu=setting.menu)


def _bot_seed(game: Game, seat: int) -> int:
    """A seed for a bot, from which the seed of the deal cannot be computed."""
    digest = hashlib.sha256(b"okawari bot %d " % seat + (game.seed or b"")).digest()
    return int.from_bytes(digest[:8], "big")


def _new_table(keyboard: Keyboard, given: TableOptions, bot: str, seed: int | None) -> Table:
    keyboard.say("play.hello", style="dim")
    setting, people = set_table(keyboard, given)
    try:
        bots.make(bot).prepare(setting)
    except ValueError as problem:
        fail(say(keyboard.lang, "lab.error.bot", bot=bot, problem=problem))
    names = (*people, *_bot_names(keyboard.lang, setting, people))
    table = Table(keyboard, Game(setting, seed), names, tuple(range(len(people))), bot)
    _greet(keyboard, setting)
    return table


def _bot_names(lang: str, setting: Setting, people: tuple[str, ...]) -> tuple[str, ...]:
    """Names for the bots, different from those of the people."""
    numbers = (n for n in range(1, 99) if say(lang, "ui.bot", n=n) not in people)
    return tuple(say(lang, "ui.bot", n=next(numbers)) for _ in range(setting.seats - len(people)))


def _greet(keyboard: Keyboard, setting: Setting) -> None:
    keyboard.show("")
    keyboard.show(heading(title_of(setting, keyboard.lang)))


def _waiting_table(keyboard: Keyboard, *, resume: bool) -> Table | None:
    """The table of the saved game; None if there is none, or the user does not want it."""
    file = saved.state_file()
    try:
        waiting = saved.load()
    except saved.Damaged as problem:
        aside = saved.move_aside("damaged")
        keyboard.say("play.damaged", style="yellow", file=file, problem=problem, aside=aside)
        return None
    if waiting is None:
        if resume:
            fail(say(keyboard.lang, "play.no-save"))
        return None
    left, game = waiting
    if not resume and not keyboard.yes(say(keyboard.lang, "ui.resume"), default=True):
        return None
    table = Table(keyboard, game, left.names, left.people, left.bot if left.bot in bots.BOTS else "simple")
    table.waiting.update(left.waiting)
    table.catch_up()
    _greet(keyboard, game.setting)
    keyboard.say("play.go-on", style="dim")
    return table


def _play_to_the_end(keyboard: Keyboard, table: Table, record: Path | None) -> Table | None:
    """Play, and write the record or save the game; returns a new table if the user wants one more game."""
    try:
        table.play()
        saved.forget(table.game.seed or b"")
        _write_record(keyboard, table, record)
        if keyboard.at_terminal and keyboard.yes(say(keyboard.lang, "play.again"), default=False):
            return Table(keyboard, Game(table.game.setting), table.names, table.people, table.bot)
        keyboard.say("ui.goodbye", style="bold")
    except (Leave, KeyboardInterrupt):
        if not table.game.over:
            _save(keyboard, table)
    return None


def _save(keyboard: Keyboard, table: Table) -> None:
    file = saved.state_file()
    try:
        aside = saved.save(table.saved())
    except OSError as problem:
        fail(say(keyboard.lang, "play.save-failed", file=file, problem=problem))
    with contextlib.suppress(OSError):  # the terminal may be gone
        keyboard.show("")
        keyboard.say("play.saved", style="bold", file=file)
        if aside:
            keyboard.say("play.set-aside", file=aside)


def _write_record(keyboard: Keyboard, table: Table, record: Path | None) -> None:
    """Write the record of the finished game to the requested file, or into the folder of games."""
    file = record or saved.state_file().parent / "games" / f"{datetime.now():%Y-%m-%d-%H%M%S}.json"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace(table.game.record, names=table.names).save(file)
    except OSError as problem:
        keyboard.say("play.record-failed", style="yellow", file=file, problem=problem)
        return
    keyboard.show("")
    keyboard.say("play.record", style="dim", file=file)


@contextlib.contextmanager
def _signals_as_ctrl_c() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP like Ctrl-C, which saves the game."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    numbers = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
