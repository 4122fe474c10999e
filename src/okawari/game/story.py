"""The story of a game: the sentences that describe its events. Their texts are in the catalogues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from okawari.game.events import Event
from okawari.game.setting import Setting
from okawari.rules.traits import BATTLE
from okawari.texts import say

#: Parameters of a sentence that are numbers of plates, words of dishes, and lists of such words. They are replaced by
#: names when a sentence is shown.
PLATE_PARAMS = ("name", "other")
DISH_PARAMS = ("dish", "theirs", "token", "face")
DISH_LIST_PARAMS = ("faces",)

#: Events that can be between two cards that a player plays in one turn.
_OF_A_PLAY = ("play", "last", "thaw", "mochi")
#: Events that the bill shows: they have no sentence.
_ON_THE_BILL = ("line", "round-score", "final-score", "win")


@dataclass(frozen=True)
class Sentence:
    """A sentence: the path of its text in the catalogues, and the parameters of the text.

    Equal sentences of several stories can be one object, so the parameters must not be changed.
    """

    path: str
    params: dict[str, Any]

    def say(self, language: str, names: Sequence[str]) -> str:
        """The text of the sentence, with the names of plates and dishes."""
        return say(language, self.path, **{key: _named(key, self.params[key], language, names) for key in self.params})

    def to_json(self) -> dict[str, Any]:
        """The sentence as a dictionary, as it is sent."""
        return {"path": self.path, "params": self.params}


def _named(param: str, value: Any, language: str, names: Sequence[str]) -> Any:
    """A parameter of a sentence, with the name of a plate or dish in place of its number or word."""
    if param in PLATE_PARAMS:
        return names[value]
    if param in DISH_PARAMS:
        return say(language, f"dish.{value}.name")
    if param in DISH_LIST_PARAMS:
        return ", ".join(say(language, f"dish.{word}.name") for word in value)
    return value


class _Traits(NamedTuple):
    """The traits of a table that its sentences depend on."""

    battle: bool
    extra_plate: bool


@dataclass(slots=True)
class _Merged:
    """One or more events that share a sentence, and the index of the first."""

    place: int
    name: str
    who: int | None
    details: dict[str, Any] = field(default_factory=dict)


def story(events: Sequence[Event], setting: Setting) -> list[tuple[Sentence, ...]]:
    """The sentences for each event; none for an event that shares a sentence with an earlier one or is on the bill.

    >>> from okawari.game import Setting
    >>> events = [Event("last", 0, {}), Event("play", 0, {"dish": "squid", "dipped": False}), Event("slide", None, {})]
    >>> for sentences in story(events, Setting.of("sushi-go-first", 2)):
    ...     print([(sentence.path, sentence.params) for sentence in sentences])
    [('event.last', {'name': 0, 'dish': 'squid'})]
    []
    [('event.slide', {})]
    """
    found: list[tuple[Sentence, ...]] = [()] * len(events)
    traits = _Traits(setting.table_kind == BATTLE, setting.variant_rules.extra_plate)
    for event in _merged(events):
        if event.name not in _ON_THE_BILL:
            found[event.place] += _sentences(traits, event.name, event.who, *event.details.items())
    return found


def told_events(events: Sequence[Event], setting: Setting) -> list[dict[str, Any]]:
    """Events as dictionaries, as they are sent: with their sentences in `told`, unless these follow from the event.

    >>> from okawari.game import Setting
    >>> told_events([Event("slide", None, {}), Event("boat", 1, {})], Setting.of("sushi-roll", 2))
    [{'event': 'slide'}, {'event': 'boat', 'who': 1}]
    """
    return [
        event.to_json() if _is_plain(event, sentences) else event.to_json() | {"told": [s.to_json() for s in sentences]}
        for event, sentences in zip(events, story(events, setting), strict=True)
    ]


def _is_plain(event: Event, sentences: tuple[Sentence, ...]) -> bool:
    """Whether an event has one sentence, whose path is its name (with its way) and whose parameters are its details."""
    way = f"-{event.details['way']}" if "way" in event.details else ""
    if len(sentences) != 1 or sentences[0].path != f"event.{event.name}{way}":
        return False
    known = {**event.details, "name": event.who}
    return sentences[0].params.items() <= known.items()


def _merged(events: Sequence[Event]) -> list[_Merged]:
    """Merge the events that share a sentence, and move chopsticks before the cards that were played with them."""
    merged: list[_Merged] = []
    for place, event in enumerate(events):
        before = merged[-1] if merged and merged[-1].who == event.who else None
        if event.name == "roll" and before and before.name in ("roll", "reroll"):
            before.details["faces"] += (event.details["face"],)
        elif event.name in ("roll", "reroll"):
            faces = (event.details["face"],) if event.name == "roll" else ()
            merged.append(_Merged(place, event.name, event.who, {"faces": faces}))
        elif event.name == "play" and before and before.name in ("take", "last") and "dish" not in before.details:
            before.details.update(event.details)
        elif event.name == "chopsticks":
            start = _start_of_plays(merged, event.who)
            first = merged[start].place if start < len(merged) else place
            merged.insert(start, _Merged(first, "chopsticks", event.who))
            merged.append(_Merged(place, "chopsticks-back", event.who))
        else:
            merged.append(_Merged(place, event.name, event.who, dict(event.details)))
    return merged


def _start_of_plays(events: list[_Merged], who: int | None) -> int:
    """The index of the first of the cards that a player has just played."""
    start = len(events)
    while start and events[start - 1].who == who and events[start - 1].name in _OF_A_PLAY:
        start -= 1
    return start


@lru_cache(1 << 12)
def _sentences(traits: _Traits, event: str, who: int | None, *details: tuple[str, Any]) -> tuple[Sentence, ...]:
    """The sentences that describe an event. The same events come up in every game."""
    name = {} if who is None else {"name": who}
    if describe := _DESCRIBERS.get(event):
        return tuple(describe(dict(details), name, traits))
    return (_sentence(event, name, **dict(details)),)


def _sentence(what: str, name: dict[str, Any], /, **params: Any) -> Sentence:
    return Sentence(f"event.{what}", {**name, **params})


def _deal(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    if traits.battle:
        return [Sentence("play.deal-battle", details)]
    return [_sentence("deal", name, **details)]


def _starter(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    # With an extra plate, the sentence about the draw says which seat is in control first.
    return [] if traits.extra_plate else [_sentence("starter", name)]


def _draw(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence("draw-in-control" if traits.extra_plate else "draw", name)]


def _play(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence("play-dipped" if details["dipped"] else "play", name, dish=details["dish"])]


def _last(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence("last", name, dish=details["dish"]), *_dipped(details, name, details["dish"])]


def _take(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    if details["last"]:
        return _last(details, name, traits)
    taken = _sentence("take", name, dish=details["dish"], place=details["place"])
    used = [_sentence("chopsticks", name)] if details["chopsticks"] else []
    return [*used, taken, *_dipped(details, name, details["dish"])]


def _roll(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence("roll", name, faces=list(details["faces"]))]


def _reroll(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence("reroll", name, faces=list(details["faces"]))]


def _keep(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence("keep", name, dish=details["face"]), *_dipped(details, name, details["face"])]


def _dipped(details: dict[str, Any], name: dict[str, Any], dish: str) -> list[Sentence]:
    return [_sentence("play-dipped", name, dish=dish)] if details["dipped"] else []


def _pass(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence(f"pass-{details['way']}", name)]


def _swap(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    return [_sentence("swap", name, dish=details["dish"], other=details["other"], theirs=details["theirs"])]


def _tokens(details: dict[str, Any], name: dict[str, Any], traits: _Traits) -> list[Sentence]:
    got = [_sentence("tokens", name, n=details["got"], token=details["token"])] if details["got"] else []
    return got + ([Sentence("event.tokens-out", {})] if details["got"] < details["wanted"] else [])


#: The functions for events whose sentences are not simply `event.NAME` with the details as parameters.
_DESCRIBERS = {
    "deal": _deal,
    "starter": _starter,
    "draw": _draw,
    "play": _play,
    "last": _last,
    "take": _take,
    "roll": _roll,
    "reroll": _reroll,
    "keep": _keep,
    "pass": _pass,
    "swap": _swap,
    "tokens": _tokens,
}
