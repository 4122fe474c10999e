"""Help in the reader's language: English as the code has it, the others from the catalogue by command and option."""

from __future__ import annotations

from typing import Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from okawari.texts import find, language_of_locale, say

#: The words of Typer around ours, and their keys in the catalogue.
_FRAME = {
    "ARGUMENTS_PANEL_TITLE": "arguments",
    "OPTIONS_PANEL_TITLE": "options",
    "COMMANDS_PANEL_TITLE": "commands",
    "ERRORS_PANEL_TITLE": "error",
    "DEFAULT_STRING": "default",
    "REQUIRED_LONG_STRING": "required",
    "RICH_HELP": "try",
}


class Spoken(TyperCommand):
    """A command whose help is in the reader's language."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line that help and complaints begin with."""
        _write_usage(self, ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        translate(self, ctx, language_of_locale())
        super().format_help(ctx, formatter)


class SpokenGroup(TyperGroup):
    """A command with subcommands whose help is in the reader's language."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line that help and complaints begin with."""
        self.subcommand_metavar = say(language_of_locale(), "help.frame.some-command")
        _write_usage(self, ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        lang = language_of_locale()
        for command in (self, *self.commands.values()):
            translate(command, ctx, lang)
        super().format_help(ctx, formatter)


class SpokenTyper(typer.Typer):
    """An app whose help is in the reader's language."""

    def command(self, name: str | None = None, *, cls: type[TyperCommand] | None = Spoken, **more: Any) -> Any:
        """Register a command."""
        return super().command(name, cls=cls, **more)


def key_of(param: Any) -> str:
    """The key of an option or argument in the catalogue: its own name, without dashes."""
    return str(max(param.opts, key=len)).lstrip("-")


def translate(command: Any, ctx: Any, lang: str) -> None:
    """Put the words of the catalogue in the place of English ones; what it does not have stays as it is."""
    if lang == "en":
        return
    words = find(lang, "help.everywhere") | find(lang, "help.command").get(command.name, {})
    command.help = words.get("about", command.help)
    command.epilog = words.get("end", command.epilog)
    for param in command.get_params(ctx):
        param.help = words.get(key_of(param), param.help)


def _write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    lang = language_of_locale()
    for constant, key in _FRAME.items():
        setattr(rich_utils, constant, find(lang, f"help.frame.{key}"))
    command.options_metavar = say(lang, "help.frame.some-options")
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, say(lang, "help.frame.usage"))
