"""New tables: their secrets, and the first entries of their logs."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from okawari.game.fairness import SECRET_BYTES
from okawari.game.lessons import LEARNER, LESSONS, TEACHER, LessonPlan
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry
from okawari.server.play.person import Person, clean_name
from okawari.server.play.rehearsal import Rehearsal
from okawari.server.play.seat import MINDER
from okawari.server.play.table import Table, checked_setting
from okawari.server.play.types import Level, NewSeat, Options

#: Letters that are not confused with others when read out or written by hand.
CODE_LETTERS = "ACDEFHJKLMNPRTUVWXY"
CODE_LENGTH = 6


def new_id() -> str:
    """A random id for a table, which cannot be guessed. A letter and a dash begin the ids of other things."""
    while (name := secrets.token_urlsafe(12))[1] == "-":
        pass
    return name


def new_key() -> str:
    """A random secret for the invitation link of a table."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """A random short code that can be read out, to join a lobby."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def setting_entry(
    setting: dict[str, Any],
    options: Options,
    host: str,
    invited: Sequence[str] = (),
    lesson: LessonPlan | None = None,
    rehearsal: Rehearsal | None = None,
) -> Entry:
    """The first entry of a log; `invited` are the people who may sit down without the key."""
    data = {
        "setting": setting,
        "options": asdict(options),
        "host": host,
        "key": new_key(),
        "secret": secrets.token_bytes(SECRET_BYTES).hex(),
        "invited": sorted(invited),
        "lesson": lesson and lesson.to_json(),
        "rehearsal": rehearsal and rehearsal.to_json(),
    }
    return Entry("set", data=data)


@dataclass(frozen=True)
class NewTable:
    """A request for a new table. With `start` the game starts at once; then no seat may be open."""

    setting: dict[str, Any]
    options: Options
    seats: list[NewSeat]
    nonce: str
    start: bool


def opening(wanted: NewTable, host: Person) -> list[Entry]:
    """The first log entries of a requested table: its setting, and everybody who sits there from the beginning."""
    if len(wanted.seats) != wanted.setting["seats"]:
        raise Refusal("seats-mismatch", seats=wanted.setting["seats"], n=len(wanted.seats))
    kinds = [seat.kind for seat in wanted.seats]
    if kinds.count("you") > 1:
        raise Refusal("seats-twice")
    if wanted.start and "open" in kinds:
        raise Refusal("seats-empty")
    setting = checked_setting(wanted.setting)
    taken = [(place, seat) for place, seat in enumerate(wanted.seats) if seat.kind != "open"]
    seated = [_seated(place, seat, host, wanted.nonce) for place, seat in taken]
    return [setting_entry(setting, wanted.options, host.id), *seated]


def lesson_opening(name: str, host: Person, nonce: str) -> list[Entry]:
    """The first log entries of a lesson, where the host learns against bots; refused if there is no such lesson."""
    lesson = LESSONS.get(name)
    if lesson is None:
        raise Refusal("unknown-lesson", 404, word=name)
    options = Options(spectators=False, hints=True)
    seats = [NewSeat("you") if seat == LEARNER else NewSeat("bot", TEACHER) for seat in range(lesson.setting.seats)]
    seated = [_seated(place, seat, host, nonce) for place, seat in enumerate(seats)]
    return [setting_entry(lesson.setting.to_json(), options, host.id, lesson=lesson.plan(name)), *seated]


def _seated(place: int, seat: NewSeat, host: Person, nonce: str) -> Entry:
    if seat.kind == "bot":
        return Entry("bot", place, {"bot": seat.bot or MINDER})
    guest = seat.kind == "here"
    name = clean_name(seat.name) if seat.name else "" if guest else host.name
    shape = seat.shape or (place + 1 if guest else host.shape)
    return Entry("sit", place, {"person": host.id, "name": name, "shape": shape, "nonce": nonce, "guest": guest})


def rematch(table: Table, host: Person, nonce: str) -> list[Entry]:
    """The first log entries of a rematch: the same people, bots and setting. Only the new host's seats have a nonce."""
    people = set(table.people) - {host.id}
    entries = [setting_entry(table.setting.to_json(), table.options, host.id, sorted(people))]
    for place, seat in enumerate(table.seats):
        if seat.kind == "bot":
            entries.append(Entry("bot", place, {"bot": seat.bot}))
            continue
        data = {"person": seat.person, "name": seat.name, "shape": seat.shape, "guest": seat.guest}
        entries.append(Entry("sit", place, data | {"nonce": nonce if seat.person == host.id else ""}))
    return entries


def rehearse(rehearsal: Rehearsal, bots: Sequence[Level | None], host: Person, *, spectators: bool) -> list[Entry]:
    """The first log entries of a rehearsal: its host at the seat of the decision, and bots at all others.

    `bots` has the levels by seat; a seat without one gets the bot that plays for people who are away.
    """
    setting = rehearsal.record.setting.to_json()
    entries = [setting_entry(setting, Options(spectators=spectators), host.id, rehearsal=rehearsal)]
    for place, level in enumerate(bots):
        kind: Literal["you", "bot"] = "you" if place == rehearsal.seat else "bot"
        entries.append(_seated(place, NewSeat(kind, level), host, nonce=""))
    return entries
