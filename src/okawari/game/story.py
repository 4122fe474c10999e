"""The story of a game: which sentences tell what happened. Their words are in the catalogues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from okawari.game.events import Event
from okawari.game.setting import Setting
from okawari.rules.traits import BATTLE

#: Parameters of a sentence that are numbers of plates, words of dishes, and lists of these: whoever renders a sentence
#: puts names in their place.
PLATE_PARAMS = ("name", "other")
DISH_PARAMS = ("dish", "theirs", "token", "face")
DISH_LIST_PARAMS = ("faces",)

#: What can happen between two cards that one player plays in one turn.
_OF_A_PLAY = ("play", "last", "thaw", "mochi")
#: What a bill tells better.
_ON_THE_BILL = ("line", "round-score", "final-score", "win")


@dataclass(frozen=True)
class Sentence:
    """A sentence: the path of its words in the catalogues, and what goes into them."""

    path: str
    params: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The sentence as it is sent."""
        return {"path": self.path, "params": self.params}


@dataclass
class _Gathered:
    """An event with what it shares a sentence with, and its place among the events."""

    place: int
    name: str
    who: int | None
    details: dict[str, Any] = field(default_factory=dict)


def story(events: Sequence[Event], setting: Setting) -> list[tuple[Sentence, ...]]:
    """The sentences that tell each event; none for an event that is told with an earlier one, or by the bill.

    >>> from okawari.game import Setting
    >>> events = [Event("last", 0, {}), Event("play", 0, {"dish": "squid", "dipped": False}), Event("slide", None, {})]
    >>> for sentences in story(events, Setting.of("sushi-go-first", 2)):
    ...     print([(sentence.path, sentence.params) for sentence in sentences])
    [('event.last', {'name': 0, 'dish': 'squid'})]
    []
    [('event.slide', {})]
    """
    told: list[list[Sentence]] = [[] for _ in events]
    for event in _gathered(events):
        told[event.place] += _sentences(event, setting)
    return [tuple(sentences) for sentences in told]


def told_events(events: Sequence[Event], setting: Setting) -> list[dict[str, Any]]:
    """Events as they are sent: with their sentences in a field `told`, unless name and details say it all.

    >>> from okawari.game import Setting
    >>> told_events([Event("slide", None, {}), Event("boat", 1, {})], Setting.of("sushi-roll", 2))
    [{'event': 'slide'}, {'event': 'boat', 'who': 1}]
    """
    return [
        event.to_json() if _is_plain(event, sentences) else event.to_json() | {"told": [s.to_json() for s in sentences]}
        for event, sentences in zip(events, story(events, setting), strict=True)
    ]


def _is_plain(event: Event, sentences: tuple[Sentence, ...]) -> bool:
    """Whether the only sentence of an event has its name, and nothing in it but its details."""
    if len(sentences) != 1 or sentences[0].path != f"event.{event.name}":
        return False
    known = event.details | {"name": event.who}
    return all(param in known and known[param] == value for param, value in sentences[0].params.items())


def _gathered(events: Sequence[Event]) -> list[_Gathered]:
    """The events with those that are one sentence made one, and chopsticks told before the cards that they took."""
    gathered: list[_Gathered] = []
    for place, event in enumerate(events):
        before = gathered[-1] if gathered and gathered[-1].who == event.who else None
        if event.name == "roll" and before and before.name in ("roll", "reroll"):
            before.details["faces"].append(event.details["face"])
        elif event.name in ("roll", "reroll"):
            faces = [event.details["face"]] if event.name == "roll" else []
            gathered.append(_Gathered(place, event.name, event.who, {"faces": faces}))
        elif event.name == "play" and before and before.name in ("take", "last") and "dish" not in before.details:
            before.details.update(event.details)
        elif event.name == "chopsticks":
            start = _start_of_plays(gathered, event.who)
            first = gathered[start].place if start < len(gathered) else place
            gathered.insert(start, _Gathered(first, "chopsticks", event.who))
            gathered.append(_Gathered(place, "chopsticks-back", event.who))
        else:
            gathered.append(_Gathered(place, event.name, event.who, dict(event.details)))
    return gathered


def _start_of_plays(events: list[_Gathered], who: int | None) -> int:
    """Where the cards begin that a player has just played."""
    start = len(events)
    while start and events[start - 1].who == who and events[start - 1].name in _OF_A_PLAY:
        start -= 1
    return start


def _sentences(event: _Gathered, setting: Setting) -> list[Sentence]:
    if event.name in _ON_THE_BILL:
        return []
    name = {} if event.who is None else {"name": event.who}
    if tell := _TELLERS.get(event.name):
        return tell(event.details, name, setting)
    return [_sentence(event.name, name, **event.details)]


def _sentence(what: str, name: dict[str, Any], /, **params: Any) -> Sentence:
    return Sentence(f"event.{what}", {**name, **params})


def _deal(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    if setting.variant_rules.table == BATTLE:
        return [Sentence("play.deal-battle", details)]
    return [_sentence("deal", name, **details)]


def _starter(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    # With an extra plate, the draw of its card tells who begins.
    return [] if setting.variant_rules.extra_plate else [_sentence("starter", name)]


def _draw(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    return [_sentence("draw-in-control" if setting.variant_rules.extra_plate else "draw", name)]


def _play(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    return [_sentence("play-dipped" if details["dipped"] else "play", name, dish=details["dish"])]


def _last(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    return [_sentence("last", name, dish=details["dish"]), *_dipped(details, name, details["dish"])]


def _take(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    if details["last"]:
        return _last(details, name, setting)
    taken = _sentence("take", name, dish=details["dish"], place=details["place"])
    used = [_sentence("chopsticks", name)] if details["chopsticks"] else []
    return [*used, taken, *_dipped(details, name, details["dish"])]


def _keep(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    return [_sentence("keep", name, dish=details["face"]), *_dipped(details, name, details["face"])]


def _dipped(details: dict[str, Any], name: dict[str, Any], dish: str) -> list[Sentence]:
    return [_sentence("play-dipped", name, dish=dish)] if details["dipped"] else []


def _pass(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    return [_sentence(f"pass-{details['way']}", name)]


def _swap(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    return [_sentence("swap", name, dish=details["dish"], other=details["other"], theirs=details["theirs"])]


def _tokens(details: dict[str, Any], name: dict[str, Any], setting: Setting) -> list[Sentence]:
    told = [_sentence("tokens", name, n=details["got"], token=details["token"])] if details["got"] else []
    return told + ([Sentence("event.tokens-out", {})] if details["got"] < details["wanted"] else [])


#: The events that are told in a way of their own; each other one has a sentence of its name.
_TELLERS = {
    "deal": _deal,
    "starter": _starter,
    "draw": _draw,
    "play": _play,
    "last": _last,
    "take": _take,
    "keep": _keep,
    "pass": _pass,
    "swap": _swap,
    "tokens": _tokens,
}
