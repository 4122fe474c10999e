"""The API of tables: create one or a lesson, list the public ones, join with a short code."""

from __future__ import annotations

from fastapi import APIRouter

from okawari.game.lessons import LESSONS
from okawari.server.http.visitor import CurrentVisitor, Visitor
from okawari.server.play import new_table
from okawari.server.play.types import NewSeat, Options
from okawari.server.security.limits import NEW_TABLES, WRONG_CODES
from okawari.server.wire.messages import (
    JoinCode,
    LessonLine,
    LessonList,
    NewLesson,
    NewTable,
    SettingChoice,
    TableList,
    TableMade,
)
from okawari.server.wire.table_lines import table_line

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables", status_code=201)
async def set_table(wanted: NewTable, visitor: CurrentVisitor) -> TableMade:
    """Create a table; with `start`, start its game at once."""
    _charge(visitor)
    fields = wanted.model_dump(exclude={"options", "seats"})
    seats = [NewSeat(**seat.model_dump()) for seat in wanted.seats]
    table = new_table.NewTable(**fields, options=Options(**wanted.options.model_dump()), seats=seats)
    entries = new_table.opening(table, visitor.person)
    made = await visitor.tables.set(entries, visitor.person, visitor.account.network, wanted.start)
    return TableMade(id=made.id, key=made.key)


@router.get("/lessons")
def lessons() -> LessonList:
    """All lessons."""
    return LessonList(
        lessons=[
            LessonLine(name=name, setting=SettingChoice(**lesson.setting.to_json()), turns=lesson.turns)
            for name, lesson in LESSONS.items()
        ]
    )


@router.post("/lessons", status_code=201)
async def set_lesson(wanted: NewLesson, visitor: CurrentVisitor) -> TableMade:
    """Create the table of a lesson and start its game."""
    _charge(visitor)
    entries = new_table.lesson_opening(wanted.lesson, visitor.person, wanted.nonce)
    made = await visitor.tables.set(entries, visitor.person, visitor.account.network, start=True)
    return TableMade(id=made.id, key=made.key)


def _charge(visitor: Visitor) -> None:
    """Count a new table of a visitor, who is remembered from then on."""
    visitor.charge(NEW_TABLES)
    if not visitor.known:
        visitor.set_cookie(visitor.person)


@router.get("/tables")
async def public_tables(visitor: CurrentVisitor) -> TableList:
    """The tables that their hosts made public, the last changed first."""
    tables = await visitor.tables.public()
    return TableList(tables=[table_line(table, visitor.account.person or None) for table in tables])


@router.post("/join")
async def join(code: JoinCode, visitor: CurrentVisitor) -> TableMade:
    """The table that a short code belongs to."""
    visitor.count_failure(WRONG_CODES)
    made = await visitor.tables.with_code(code.code.upper())
    visitor.undo_failure(WRONG_CODES)
    return TableMade(id=made.id, key=made.key)
