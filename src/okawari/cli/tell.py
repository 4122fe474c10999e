"""What happened, in sentences: events become a log that people like to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from okawari.cli.style import dish
from okawari.game import Event, Setting
from okawari.game.notation import letter
from okawari.texts import say

#: What can happen between two cards that one player plays in one turn.
_OF_A_PLAY = ("play", "last", "thaw", "mochi")


def names_of(setting: Setting, names: Sequence[str] | None, lang: str) -> tuple[str, ...]:
    """A name for every plate; those who gave none are known by the letter of their seat."""
    given = tuple(names or ())[: setting.seats]
    unnamed = (say(lang, "replay.seat", letter=letter(seat)) for seat in range(len(given), setting.seats))
    dummy = (say(lang, "ui.dummy"),) if setting.diners > setting.seats else ()
    return (*given, *unnamed, *dummy)


def title_of(setting: Setting, lang: str) -> str:
    """What is played: the menu, and what was chosen with it."""
    parts = [say(lang, f"menu.{setting.menu}.name")]
    if len(setting.rules.desserts) > 1:
        parts.append(say(lang, f"dessert.{setting.dessert}.name"))
    if setting.variant:
        parts.append(say(lang, f"variant.{setting.variant}.name"))
    if setting.must_have_maki:
        parts.append(say(lang, "variant.must-have-maki.name"))
    return " · ".join(parts)


class Teller:
    """Tells the events of one table, in one language."""

    def __init__(self, setting: Setting, names: Sequence[str], lang: str, *, rolls: bool = True) -> None:
        self.setting = setting
        self.names = names
        self.lang = lang
        #: Whether to tell how whole belts were rolled: no use where they are drawn anyway.
        self.rolls = rolls

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """The events as lines of sentences; what one player does at a stretch is one line."""
        lines: list[str] = []
        before: int | None = None
        for event in _gathered(events):
            told = " ".join(self._told(event))
            if not told:
                continue
            if lines and event.who is not None and event.who == before:
                lines[-1] += f" {told}"
            else:
                lines.append(told)
            before = event.who
        return lines

    def ending(self, events: Iterable[Event]) -> list[str]:
        """Who has won, and how a tie was broken; nothing before the end."""
        wins = [event for event in events if event.name == "win" and event.who is not None]
        if not wins:
            return []
        details = wins[0].details
        told = [self._say("tie-break")] if details["tie-break"] else []
        names = ", ".join(self.names[win.who] for win in wins if win.who is not None)
        kind = "win" if len(wins) == 1 else "win-shared"
        return [*told, self._say(kind, name=names, names=names, points=details["points"])]

    def _say(self, what: str, /, **params: Any) -> str:
        return say(self.lang, f"event.{what}", **params)

    def _told(self, event: Event) -> list[str]:
        """The sentences of one event; none for those that a bill tells better."""
        tell = getattr(self, "_tell_" + event.name.replace("-", "_"), None)
        if tell:
            told: list[str] = tell(event)
            return told
        if event.name in ("line", "round-score", "final-score", "win"):
            return []
        return [self._say(event.name, name=self._name(event), **self._dishes(event.details))]

    def _name(self, event: Event) -> str:
        return "" if event.who is None else self.names[event.who]

    def _dishes(self, details: dict[str, Any]) -> dict[str, Any]:
        """Details with dishes by their names."""
        named = dict(details)
        for field in ("dish", "theirs", "token", "face"):
            if field in named:
                named[field] = dish(self.lang, named[field])
        if "faces" in named:
            named["faces"] = ", ".join(dish(self.lang, face) for face in named["faces"])
        return named

    def _tell_deal(self, event: Event) -> list[str]:
        if self.setting.variant == "battle":
            return [say(self.lang, "play.deal-battle", **event.details)]
        return [self._say("deal", **event.details)]

    def _tell_starter(self, event: Event) -> list[str]:
        if self.setting.variant == "dummy":  # the draw for the dummy tells who begins
            return []
        return [self._say("starter", name=self._name(event))]

    def _tell_play(self, event: Event) -> list[str]:
        kind = "play-dipped" if event.details["dipped"] else "play"
        return [self._say(kind, name=self._name(event), dish=dish(self.lang, event.details["dish"]))]

    def _tell_last(self, event: Event) -> list[str]:
        told = self._say("last", name=self._name(event), dish=dish(self.lang, event.details["dish"]))
        return [told, *self._dipped(event, event.details["dish"])]

    def _tell_take(self, event: Event) -> list[str]:
        details = self._dishes(event.details)
        if details["last"]:
            return self._tell_last(event)
        told = [self._say("chopsticks", name=self._name(event))] if details["chopsticks"] else []
        told.append(self._say("take", name=self._name(event), dish=details["dish"], place=details["place"]))
        return [*told, *self._dipped(event, event.details["dish"])]

    def _tell_keep(self, event: Event) -> list[str]:
        told = self._say("keep", name=self._name(event), dish=dish(self.lang, event.details["face"]))
        return [told, *self._dipped(event, event.details["face"])]

    def _dipped(self, event: Event, word: str) -> list[str]:
        if not event.details["dipped"]:
            return []
        return [self._say("play-dipped", name=self._name(event), dish=dish(self.lang, word))]

    def _tell_pass(self, event: Event) -> list[str]:
        return [self._say(f"pass-{event.details['way']}")]

    def _tell_draw(self, event: Event) -> list[str]:
        kind = "dummy-draw" if self.setting.variant == "dummy" else "draw"
        return [self._say(kind, name=self._name(event))]

    def _tell_roll(self, event: Event) -> list[str]:
        return [self._say("roll", name=self._name(event), **self._dishes(event.details))] if self.rolls else []

    def _tell_swap(self, event: Event) -> list[str]:
        details = self._dishes(event.details)
        other = self.names[details["other"]]
        return [self._say("swap", name=self._name(event), dish=details["dish"], other=other, theirs=details["theirs"])]

    def _tell_tokens(self, event: Event) -> list[str]:
        details = self._dishes(event.details)
        told = []
        if details["got"]:
            told.append(self._say("tokens", name=self._name(event), n=details["got"], token=details["token"]))
        if details["got"] < details["wanted"]:
            told.append(self._say("tokens-out"))
        return told


def _gathered(events: Iterable[Event]) -> list[Event]:
    """The events with those that are one sentence made one, and chopsticks told before the cards that they took."""
    gathered: list[Event] = []
    for event in events:
        before = gathered[-1] if gathered else None
        same = before is not None and before.who == event.who
        if event.name == "roll" and before and same and before.name in ("roll", "reroll"):
            before.details["faces"].append(event.details["face"])
        elif event.name == "roll":
            gathered.append(Event("roll", event.who, {"faces": [event.details["face"]]}))
        elif event.name == "reroll":
            gathered.append(Event("reroll", event.who, {"faces": []}))
        elif (
            event.name == "play"
            and before
            and same
            and before.name in ("take", "last")
            and "dish" not in before.details
        ):
            before.details.update(event.details)
        elif event.name == "chopsticks":
            start = _start_of_plays(gathered, event.who)
            gathered.insert(start, Event("chopsticks", event.who, {}))
            gathered.append(Event("chopsticks-back", event.who, {}))
        else:
            gathered.append(Event(event.name, event.who, dict(event.details)))
    return gathered


def _start_of_plays(events: list[Event], who: int | None) -> int:
    """Where the cards begin that somebody has just played."""
    start = len(events)
    while start and events[start - 1].who == who and events[start - 1].name in _OF_A_PLAY:
        start -= 1
    return start
