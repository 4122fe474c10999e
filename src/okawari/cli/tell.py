"""Events as sentences, and names of plates and games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from okawari.game import Event, Setting
from okawari.game.notation import letter
from okawari.game.story import Sentence, story
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


def for_reader(sentence: Sentence, you: int | None) -> Sentence:
    """A sentence as a reader is told it: in the second person if it is about them.

    >>> for_reader(Sentence("event.play", {"name": 1, "dish": "egg"}), 1).path
    'event.you.play'
    """
    about = params_of(sentence.path)
    for param, second_person in (("name", "event.you."), ("other", "event.yours.")):
        if you is not None and param in about and sentence.params.get(param) == you:
            return replace(sentence, path=sentence.path.replace("event.", second_person))
    return sentence


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
            text = " ".join(for_reader(sentence, self.you).say(self.lang, self.names) for sentence in told)
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
