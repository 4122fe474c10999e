"""Commands that need no kernels start without importing them, and `okawari` still gives all its names."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import okawari
from okawari import game
from okawari.cli.app import COMMANDS
from okawari.cli.help import Entry, LazyCommand
from tests.support.paths import ROOT

#: Packages that take long to import: of the kernels, of pictures, and of the server.
SLOW = {
    *("numpy", "numba", "llvmlite", "scipy", "matplotlib"),
    *("pydantic", "fastapi", "starlette", "sqlalchemy", "uvicorn"),
}
_REPORT = "import atexit, sys; atexit.register(lambda: print(*sys.modules, sep='\\n', file=sys.stderr));"
_RUN = "from okawari.cli import main; main()"


def loaded(code: str, *words: str, given: str = "") -> tuple[int, str, set[str]]:
    """The exit code and output of a program with an input, and the packages that it has imported at its end."""
    done = subprocess.run(
        [sys.executable, "-c", _REPORT + code, *words],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, {module.partition(".")[0] for module in done.stderr.split()}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--version",), okawari.__version__),
        (("--help",), "tournament"),
        (("menus",), "sushi-go-2014"),
        (("menus", "--json"), '"sushi-roll"'),
        (("rules", "sushi-go-first"), "108"),
        (("rules", "sushi-roll", "--lang", "is"), "30"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_looking_up_imports_nothing_slow(words: tuple[str, ...], told: str) -> None:
    code, output, packages = loaded(_RUN, *words)
    assert code == 0
    assert told in output
    assert "okawari" in packages
    assert packages & SLOW == set()


@pytest.mark.parametrize("options", [(), ("--json",), ("--lang", "pl", "--dessert", "pudding")], ids=" ".join)
def test_scoring_imports_nothing_slow_but_numpy(options: tuple[str, ...]) -> None:
    code, output, packages = loaded(_RUN, "score", "sushi-go-first", *options, given="Ania: maki3\nBo: egg\n")
    assert code == 0
    assert "Ania" in output
    assert packages & SLOW == {"numpy"}


def test_a_game_imports_the_kernels() -> None:
    """The report does see packages that are imported late."""
    code, _, packages = loaded("import okawari; okawari.new('sushi-go-first', 2, seed=1)")
    assert code == 0
    assert "numpy" in packages


def test_playing_thinking_and_solving_need_no_compiler() -> None:
    code = """
import okawari
from okawari import bots
from okawari.bots.coach import explain
view = okawari.new('sushi-go-first', 2, seed=1).view(0)
bots.make('expert:budget=50:cards=0').choose(view)
explain(view, budget=20)
"""
    status, _, packages = loaded(code)
    assert status == 0
    assert packages & {"numba", "llvmlite"} == set()


def test_the_facts_of_the_page_are_made_without_the_server_and_a_compiler() -> None:
    """A wheel is built where only the tools of the build are installed."""
    code = f"import runpy; runpy.run_path({str(ROOT / 'web' / 'facts.py')!r})['files']()"
    status, _, packages = loaded(code)
    assert status == 0
    assert packages & {"fastapi", "pydantic", "sqlalchemy", "numba", "llvmlite"} == set()


@pytest.mark.parametrize("package", [okawari, game], ids=lambda package: package.__name__)
def test_a_package_gives_every_name_it_lists(package: ModuleType) -> None:
    names = package.__all__
    assert set(names) <= set(dir(package))
    code, output, _ = loaded(f"from {package.__name__} import *; print(*sorted(globals()))")
    assert code == 0
    assert set(names) <= set(output.split())


def test_a_name_that_is_not_there_is_refused() -> None:
    for package in (okawari, game):
        with pytest.raises(AttributeError, match="has no attribute 'Sommelier'"):
            package.Sommelier  # noqa: B018


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_the_list_of_commands_says_what_their_help_says(entry: Entry) -> None:
    command = LazyCommand(entry)
    first, _, _ = command.load().help.partition("\n\n")
    assert command.help == " ".join(first.split())
    assert command.load().name == command.name
