"""Help is there in every language, for every command and every option."""

from __future__ import annotations

from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.cli.help import TranslatedCommand, key_of
from okawari.texts import LANGUAGES, find

ROOT: Any = typer.main.get_command(app)
CONTEXT = typer.Context(ROOT)
COMMANDS: list[Any] = [ROOT, *(command.load() for command in ROOT.commands.values())]
NAMES = [command.name for command in COMMANDS]
TRANSLATED = [language for language in LANGUAGES if language != "en"]


def shown(lang: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    monkeypatch.setenv("LC_ALL", f"{lang}.UTF-8")
    return CliRunner(env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"}).invoke(app, [*words, "--help"]).output


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_english_help_is_in_the_code(command: Any) -> None:
    assert command.help
    assert [key_of(param) for param in command.get_params(CONTEXT) if not param.help] == []
    # The same apostrophe as in all other texts.
    assert "'" not in "".join([command.help, *(param.help for param in command.get_params(CONTEXT))])


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_every_command_and_option_has_help_in_every_language(command: Any, lang: str) -> None:
    words = find(lang, "help.everywhere") | find(lang, f"help.command.{command.name}")
    asked = {"about", *(["end"] if command.epilog else []), *map(key_of, command.get_params(CONTEXT))}
    assert asked - set(words) == set()
    assert set(find(lang, f"help.command.{command.name}")) - asked == set()


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_help_is_left_of_removed_commands(lang: str) -> None:
    assert set(find(lang, "help.command")) == set(NAMES)
    options = {key_of(param) for command in COMMANDS for param in command.get_params(CONTEXT)}
    assert set(find(lang, "help.everywhere")) - options == set()
    assert set(find(lang, "help.frame")) == set(find("en", "help.frame"))


@pytest.mark.parametrize("command", COMMANDS[1:], ids=NAMES[1:])
def test_every_command_is_translated(command: Any) -> None:
    assert isinstance(command, TranslatedCommand)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            ("Usage: okawari tournament [OPTIONS]", "Options", "The luck of the whole tournament.", "[default: 400]"),
        ),
        ("pl", ("Użycie: okawari tournament [OPCJE]", "Opcje", "Los całego turnieju.", "[domyślnie: 400]")),
        ("is", ("Notkun: okawari tournament [VALKOSTIR]", "Valkostir", "Heppni alls mótsins.", "[sjálfgefið: 400]")),
    ],
)
def test_help_follows_the_locale(lang: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    told = shown(lang, monkeypatch, "tournament")
    assert [word for word in words if word not in told] == []


def test_the_list_of_commands_follows_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang in TRANSLATED:
        told = shown(lang, monkeypatch)
        words = find(lang, "help.command")
        assert [name for name in NAMES[1:] if words[name]["about"][:25] not in told] == []
        assert words["okawari"]["end"] in told
