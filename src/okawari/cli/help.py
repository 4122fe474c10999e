"""Help texts in the user's language: English from the code, the others from the catalogues by command and option."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from okawari.cli.parameters import false_when_left_out, take_what_fits
from okawari.rules.menus import MENUS
from okawari.rules.variants import CHOICES as VARIANT_CHOICES
from okawari.texts import find, language_of_locale, say

#: Lists of words that help texts contain as parameters.
CHOICES = {
    "desserts": ", ".join(dict.fromkeys(word for menu in MENUS[::-1] for word in menu.desserts)),
    "variants": ", ".join(VARIANT_CHOICES),
}

#: Constants with the texts of Typer itself, and their keys in the catalogue.
_FRAME = {
    "ARGUMENTS_PANEL_TITLE": "arguments",
    "OPTIONS_PANEL_TITLE": "options",
    "COMMANDS_PANEL_TITLE": "commands",
    "ERRORS_PANEL_TITLE": "error",
    "DEFAULT_STRING": "default",
    "REQUIRED_LONG_STRING": "required",
    "RICH_HELP": "try",
}


class TranslatedCommand(TyperCommand):
    """A command whose help is in the user's language."""

    def get_help_option(self, ctx: Any) -> Any:
        """The option that asks for the help."""
        return false_when_left_out(super().get_help_option(ctx))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line, which help and errors begin with."""
        _write_usage(self, ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        translate(self, ctx, language_of_locale())
        super().format_help(ctx, formatter)


class Entry(NamedTuple):
    """A command in the list of commands."""

    name: str
    #: The module of the command, and its function there.
    module: str
    function: str
    #: The help of the command: the first paragraph of the function's docstring.
    about: str
    #: The name of the class of the command in the module, if it has one of its own.
    cls: str | None = None


class LazyCommand(TranslatedCommand):
    """A placeholder for a command: its module is imported when the command is run."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.name, help=entry.about)
        self._entry = entry

    def load(self) -> Any:
        """Import the module and make the command with all its options."""
        module = import_module(self._entry.module)
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        cls = getattr(module, self._entry.cls) if self._entry.cls else TranslatedCommand
        function = getattr(module, self._entry.function)
        alone.command(self._entry.name, cls=cls)(function)
        command = typer.main.get_command(alone)
        take_what_fits(command.params, function)
        return command


class TranslatedGroup(TyperGroup):
    """A command with subcommands whose help is in the user's language."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the subcommand to run, and import its module."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, LazyCommand) else command, rest

    def get_help_option(self, ctx: Any) -> Any:
        """The option that asks for the help."""
        return false_when_left_out(super().get_help_option(ctx))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line, which help and errors begin with."""
        self.subcommand_metavar = say(language_of_locale(), "help.frame.some-command")
        _write_usage(self, ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        lang = language_of_locale()
        for command in (self, *self.commands.values()):
            translate(command, ctx, lang)
        super().format_help(ctx, formatter)


def key_of(param: Any) -> str:
    """The key of an option or argument in the catalogue: its own name, without dashes."""
    return str(max(param.opts, key=len)).lstrip("-")


def translate(command: Any, ctx: Any, lang: str) -> None:
    """Replace the help texts of a command by those of a language, and fill in their parameters."""
    words = {} if lang == "en" else find(lang, "help.everywhere") | find(lang, "help.command").get(command.name, {})
    command.help = words.get("about", command.help)
    command.epilog = words.get("end", command.epilog)
    for param in command.get_params(ctx):
        param.help = (words.get(key_of(param), param.help) or "").format(**CHOICES)


def _write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    # Imported here because it imports Markdown and Pygments, which only help and errors need.
    from typer import rich_utils

    lang = language_of_locale()
    for constant, key in _FRAME.items():
        setattr(rich_utils, constant, find(lang, f"help.frame.{key}"))
    command.options_metavar = say(lang, "help.frame.some-options")
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, say(lang, "help.frame.usage"))
