"""Write the facts of the rules as files of the page, so that it asks no server for them.

`python web/facts.py` writes web/src/facts/*.gen.json: the points, and for each menu its worked examples and in each
language its rulebook; the lessons; what follows from every choice of a setting; and what tables on the device have in
common with those of a server. The page only looks them up.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, TypeVar

from okawari.game.choices import ANSWERS, answers_of, changed_to, every_setting, nearest, options
from okawari.game.errors import SettingError
from okawari.game.examples import examples_of
from okawari.game.facts import all_points
from okawari.game.lessons import LESSONS, TEACHER
from okawari.game.rulebook import Listing, chapters, reference
from okawari.game.setting import Setting
from okawari.rules.menus import MENUS
from okawari.rules.traits import Menu
from okawari.server.play.seat import LONGEST_NAME, MINDER, SHAPES
from okawari.server.settings import Durations
from okawari.texts import LANGUAGES

FOLDER = Path(__file__).resolve().parent / "src" / "facts"
ENDING = ".gen.json"

Value = TypeVar("Value", bound=Hashable)


class Distinct(Generic[Value]):
    """Values that are written once and known by their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[Value, int] = {}

    def number(self, value: Value) -> int:
        """The number of a value, which is added if it is new."""
        return self._numbers.setdefault(value, len(self._numbers))

    def numbers(self, values: Iterable[Value]) -> list[int]:
        """The numbers of several values."""
        return [self.number(value) for value in values]

    def __iter__(self) -> Iterator[Value]:
        """All values, by number."""
        return iter(self._numbers)


def files() -> dict[str, Any]:
    """The contents of all files, by name."""
    return {
        "points": all_points(),
        "lessons": lessons(),
        "choices": choices(),
        "tables": tables(),
        **{f"examples.{menu.word}": {"examples": examples_of(menu.word)} for menu in MENUS},
        **{f"book.{menu.word}.{language}": book(menu, language) for menu in MENUS for language in LANGUAGES},
    }


def lessons() -> list[dict[str, Any]]:
    """All lessons, each with the seed of its deal."""
    return [
        {"name": name, "setting": lesson.setting.to_json(), "turns": lesson.turns, "seed": lesson.seed}
        for name, lesson in LESSONS.items()
    ]


def tables() -> dict[str, Any]:
    """The bots that play for people and in lessons, what people choose, and the durations of a table, in seconds."""
    times = Durations()
    return {
        "minder": MINDER,
        "teacher": TEACHER,
        "shapes": list(range(1, SHAPES + 1)),
        "longest_name": LONGEST_NAME,
        "clocks": times.clocks,
        "bot_pause": dict(zip(("least", "most"), times.bot_pause, strict=True)),
        "turn_shown": times.turn_shown,
        "move_shown": times.move_shown,
        "hint": times.hint,
        "rehearsal": times.rehearsal,
    }


def book(menu: Menu, language: str) -> dict[str, Any]:
    """The rulebook of a menu, and the reference of each of its games; both have the numbers of their lists."""
    lists: Distinct[Listing] = Distinct()
    told = [asdict(chapter) | {"lists": lists.numbers(chapter.lists)} for chapter in chapters(menu.word, language)]
    return {
        "chapters": told,
        "references": references(menu, language, lists),
        "lists": [asdict(each) for each in lists],
    }


def references(menu: Menu, language: str, lists: Distinct[Listing]) -> list[dict[str, Any]]:
    """The reference of each dessert, or of none that is chosen, and the numbers of seats that have the same."""
    found: dict[tuple[str | None, tuple[int, ...]], list[int | None]] = {}
    for dessert in (None, *menu.desserts):
        for seats in (None, *menu.seats):
            shown = tuple(lists.numbers(reference(menu.word, language, dessert, seats)))
            found.setdefault((dessert, shown), []).append(seats)
    return [{"dessert": dessert, "seats": seats, "lists": shown} for (dessert, shown), seats in found.items()]


def choices() -> dict[str, Any]:
    """Every setting that the rules allow, and what follows from each answer that can be given with it.

    `options` has for each setting and question, by answer: the number of the problem if the rules exclude it, else
    null; and the number of the setting that it leads to.
    """
    settings, problems = every_setting(), Distinct[str]()
    number = {setting: n for n, setting in enumerate(settings)}

    def option(setting: Setting, question: str) -> dict[str, Any]:
        answers = list(options(setting, question))
        return {
            "problems": [error and problems.number(_problem(error)) for _, error in answers],
            "next": [number[changed_to(setting, question, answer)] for answer, _ in answers],
        }

    return {
        "settings": [setting.to_json() for setting in settings],
        "answers": {menu.word: {question: answers_of(menu.word, question) for question in ANSWERS} for menu in MENUS},
        "options": [{question: option(setting, question) for question in ANSWERS} for setting in settings],
        "problems": [json.loads(problem) for problem in problems],
        "usual": {menu.word: {n: number[usual(menu.word, n)] for n in ANSWERS["seats"]} for menu in MENUS},
    }


def _problem(error: SettingError) -> str:
    return json.dumps({"code": error.code, "params": error.params})


def usual(menu: str, seats: int) -> Setting:
    """The usual setting of a menu for a number of players."""
    return nearest({"menu": menu, "seats": seats, "dessert": None, "variant": None, "must_have_maki": False})


def write() -> None:
    """Write the files that have changed, and remove those that are no longer made."""
    made = {f"{name}{ENDING}": content for name, content in files().items()}
    for path in FOLDER.glob(f"*{ENDING}"):
        if path.name not in made:
            path.unlink()
    for name, content in made.items():
        path = FOLDER / name
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
