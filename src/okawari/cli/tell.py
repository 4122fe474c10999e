"""Events as sentences, and names of plates and games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from okawari.cli.style import dish
from okawari.game import Event, Setting
from okawari.game.notation import letter
from okawari.game.story import DISH_LIST_PARAMS, DISH_PARAMS, PLATE_PARAMS, Sentence, story
from okawari.texts import params_of, say


def names_of(setting: Setting, names: Sequence[str] | None, lang: str) -> tuple[str, ...]:
    """A name for every plate: the given one, else the letter of the seat; an extra plate is the last."""
    given = tuple(names or ())[: setting.seats]
    unnamed = (say(lang, "replay.seat", letter=letter(seat)) for seat in range(len(given), setting.seats))
    extra = (say(lang, "ui.dummy"),) if setting.diners > setting.seats else ()
    return (*given, *unnamed, *extra)


def title_of(setting: Setting, lang: str) -> str:
    """The title of a setting: the names of its menu, dessert and variant."""
    parts = [say(lang, f"menu.{setting.menu}.name")]
    if len(setting.rules.desserts) > 1:
        parts.append(say(lang, f"dessert.{setting.dessert}.name"))
    if setting.variant:
        parts.append(say(lang, f"variant.{setting.variant}.name"))
    if setting.must_have_maki:
        parts.append(say(lang, "variant.must-have-maki.name"))
    return " · ".join(parts)


def path_for(sentence: Sentence, you: int | None) -> str:
    """The path of the text of a sentence for a reader: in the second person if it is about them.

    >>> path_for(Sentence("event.play", {"name": 1, "dish": "egg"}), 1)
    'event.you.play'
    """
    about = params_of(sentence.path)
    for param, second_person in (("name", "event.you."), ("other", "event.yours.")):
        if you is not None and param in about and sentence.params.get(param) == you:
            return sentence.path.replace("event.", second_person)
    return sentence.path


class EventTexts:
    """Renders the events of a game as sentences in one language."""

    def __init__(
        self, setting: Setting, names: Sequence[str], lang: str, *, you: int | None = None, rolls: bool = True
    ) -> None:
        self.setting = setting
        self.names = names
        #: The seat of the reader, whose sentences say "you".
        self.you = you
        self.lang = lang
        #: Whether to include the rolls of whole belts, which are not needed where the belts are printed.
        self.rolls = rolls

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """The events as lines of text; consecutive events of one player are one line."""
        lines: list[str] = []
        before: int | None = None
        for event, told in zip(events, story(events, self.setting), strict=True):
            if not told or (event.name == "roll" and not self.rolls):
                continue
            text = " ".join(self._rendered(sentence) for sentence in told)
            if lines and event.who is not None and event.who == before:
                lines[-1] += f" {text}"
            else:
                lines.append(text)
            before = event.who
        return lines

    def ending(self, events: Iterable[Event]) -> list[str]:
        """The lines that name the winners and a tie-break; none before the end."""
        wins = [event for event in events if event.name == "win" and event.who is not None]
        if not wins:
            return []
        details = wins[0].details
        told = [say(self.lang, "event.tie-break")] if details["tie-break"] else []
        mine = any(win.who == self.you for win in wins)
        names = ", ".join(self.names[win.who] for win in wins if win.who not in (None, self.you))
        path = f"event.{'you.' if mine else ''}{'win' if len(wins) == 1 else 'win-shared'}"
        return [*told, say(self.lang, path, name=names, names=names, points=details["points"])]

    def _rendered(self, sentence: Sentence) -> str:
        """The text of a sentence, with the names of plates and dishes."""
        path = path_for(sentence, self.you)
        return say(self.lang, path, **{key: self._named(key, sentence.params[key]) for key in sentence.params})

    def _named(self, param: str, value: Any) -> Any:
        if param in PLATE_PARAMS:
            return self.names[value]
        if param in DISH_PARAMS:
            return dish(self.lang, value)
        if param in DISH_LIST_PARAMS:
            return ", ".join(dish(self.lang, word) for word in value)
        return value
