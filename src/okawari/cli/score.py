"""`okawari score`: the score pad for people who play with real cards or dice."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from okawari.cli.scorepad.dialogue import Dialogue
from okawari.cli.scorepad.printing import print_sheet
from okawari.cli.style import AsJson, Lang, console, explain, fail, language, print_json
from okawari.game.errors import OkawariError
from okawari.game.pad import Pad, PadError, Sheet
from okawari.texts import say

_STDIN = "-"


def score(
    menu: Annotated[str, typer.Argument(help="sushi-go-first, sushi-go-2014, sushi-go-anniversary or sushi-roll.")],
    file: Annotated[
        str | None,
        typer.Argument(
            help="One line a player, such as `Ania: maki3 tempura*2 wasabi squid`; - reads what is typed or piped in. "
            "Without a file, on a terminal, a whole evening is kept.",
            show_default=False,
        ),
    ] = None,
    final: Annotated[
        bool, typer.Option("--final", help="Score the end of the game. Lines begin with totals: `Ania: 34 pudding*4`.")
    ] = False,
    dessert: Annotated[str | None, typer.Option(help="One of the desserts: {desserts}.", show_default=False)] = None,
    variant: Annotated[str | None, typer.Option(help="One of the variants: {variants}.", show_default=False)] = None,
    must_have_maki: Annotated[bool, typer.Option("--must-have-maki", help="For two: no maki, no maki points.")] = False,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Keep score for a game with real cards or dice: every point with its reason."""
    chosen = language(lang)
    try:
        pad = Pad(menu, dessert, variant, must_have_maki)
        if file is None and sys.stdin.isatty() and not (final or as_json):
            Dialogue(pad, chosen).run()
            return
        sheet = _sheet(pad, _read(file, chosen), final=final)
    except OkawariError as problem:
        fail(explain(problem, chosen))
    if as_json:
        print_json(sheet.to_json(lang.value if lang else "en"))
    else:
        print_sheet(console(), sheet, chosen)


def _sheet(pad: Pad, text: str, *, final: bool) -> Sheet:
    entries = pad.read(text, final=final)
    return pad.score_final(entries) if final else pad.score_round(entries)


def _read(file: str | None, lang: str) -> str:
    """The text of a file, of a pipe, or typed."""
    source = file or _STDIN
    try:
        if source != _STDIN:
            return Path(source).read_text(encoding="utf-8-sig")
        if sys.stdin.isatty():
            return _typed(lang)
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PadError("not-text", file=source) from None
    except OSError as problem:
        raise PadError("no-file", file=source, problem=problem.strerror or str(problem)) from None


def _typed(lang: str) -> str:
    """The lines that the user types, up to an empty one."""
    typer.echo(say(lang, "pad.typed"), err=True)
    lines = []
    try:
        while line := input():
            lines.append(line)
    except EOFError:
        pass
    return "\n".join(lines)
