"""`okawari rules` and `okawari menus`: the rules of the games, and the list of games."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from okawari.cli.style import AsJson, Lang, console, explain, fail, language, print_json
from okawari.game import Setting, SettingError
from okawari.game.rulebook import MUST_HAVE_MAKI, Chapter, Listing, chapters
from okawari.rules.menus import MENUS
from okawari.rules.traits import Menu
from okawari.rules.variants import VARIANTS
from okawari.texts import say

#: Where the page may break a long name; a terminal would print it.
_SOFT_HYPHEN = "\u00ad"

MenuWord = Annotated[str, typer.Argument(metavar="MENU", help="A game, such as sushi-go-first: see okawari menus.")]


def rules(menu: MenuWord, lang: Lang = None, json: AsJson = False) -> None:
    """The rules of a game, short and in our own words."""
    chosen = language(lang)
    try:
        Setting.of(menu, 2)
    except SettingError as problem:
        fail(explain(problem, chosen))
    book = chapters(menu, chosen)
    if json:
        print_json([asdict(chapter) for chapter in book])
        return
    out = console()
    out.print(say(chosen, f"menu.{menu}.name"), style="bold", markup=False)
    out.print(say(chosen, f"menu.{menu}.about"), style="italic", markup=False)
    for chapter in book:
        _print_chapter(out, chapter)


def _print_chapter(out: Console, chapter: Chapter) -> None:
    out.print()
    out.print(chapter.title, style="bold cyan", markup=False)
    for line in chapter.lines:
        bullet = Table.grid(padding=(0, 1))
        bullet.add_row(Text("-"), Text(line))
        out.print(bullet if out.is_terminal else Text(f"- {line}"))
    for listing in chapter.lists:
        _print_list(out, listing)


def _print_list(out: Console, listing: Listing) -> None:
    """Print a list with its names and amounts in columns."""
    names = [item.name.replace(_SOFT_HYPHEN, "") for item in listing.items]
    wide = max(map(len, names))
    out.print(Text(f"  {listing.title}", style="bold"))
    for name, item in zip(names, listing.items, strict=True):
        out.print(Text(f"    {name:{wide}}  {item.amount:>{len(item.amount) + 2 - len(str(item.count))}}"))


def menus(lang: Lang = None, json: AsJson = False) -> None:
    """The games, editions, desserts and variants, with what each allows."""
    chosen = language(lang)
    if json:
        print_json([_described(menu, chosen) for menu in MENUS])
        return
    out = console()
    out.print(say(chosen, "ui.menus-title"), style="bold", markup=False)
    for menu in MENUS:
        out.print()
        _print_menu(out, menu, chosen)


def _print_menu(out: Any, menu: Menu, lang: str) -> None:
    out.print(Text.assemble((menu.word, "bold cyan"), "  ", say(lang, f"menu.{menu.word}.name")))
    out.print(Text(f"  {say(lang, f'menu.{menu.word}.about')}", style="italic"))
    out.print(f"  {say(lang, 'ui.players')}: {_listed(menu.seats)}", markup=False)
    if menu.desserts:
        _print_choices(out, lang, "dessert", "ui.desserts-title", [(word, "") for word in menu.desserts])
    variants = [(word, _listed(VARIANTS[word].seats)) for word in menu.variants]
    if menu.may_require_maki:
        variants.append((MUST_HAVE_MAKI, "2"))
    if variants:
        _print_choices(out, lang, "variant", "ui.variants-title", variants)


def _print_choices(out: Any, lang: str, what: str, title: str, choices: list[tuple[str, str]]) -> None:
    out.print(Text(f"  {say(lang, title)}", style="bold"))
    grid = Table.grid(padding=(0, 2))
    for word, seats in choices:
        players = f" ({say(lang, 'ui.players')}: {seats})" if seats and seats != "2, 3, 4, 5" else ""
        option = f"--{word}" if word == MUST_HAVE_MAKI else f"--{what} {word}"
        name, about = (say(lang, f"{what}.{word}.{part}") for part in ("name", "about"))
        text = f"{name}. {about}{players}"
        if out.is_terminal:
            grid.add_row(Text(f"    {option}", style="green"), Text(text))
        else:
            out.print(f"    {option}  {text}", markup=False)
    if out.is_terminal:
        out.print(grid)


def _described(menu: Menu, lang: str) -> dict[str, Any]:
    return {
        "menu": menu.word,
        "name": say(lang, f"menu.{menu.word}.name"),
        "about": say(lang, f"menu.{menu.word}.about"),
        "seats": list(menu.seats),
        "desserts": list(menu.desserts),
        "variants": [{"variant": word, "seats": list(VARIANTS[word].seats)} for word in menu.variants],
        "must_have_maki": menu.may_require_maki,
    }


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
