"""The results of people in the database: what is done with them in a transaction."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, select, update

from okawari.game import Setting
from okawari.server.play.results import MOST_RESULTS, Opponent, Result
from okawari.server.storage.schema import OPPONENTS, PEOPLE, RESULTS
from okawari.server.storage.upsert import upsert


def write_results(connection: Connection, results: Sequence[Result]) -> None:
    """Write results, and delete the oldest of a person who has too many. A result that exists is not written again."""
    dialect = connection.dialect.name
    for result in results:
        game = {"person": result.person, "table_id": result.table}
        connection.execute(upsert(dialect, RESULTS).on_conflict_do_nothing(), game | _result_values(result))
        others = [game | _opponent_values(other) for other in result.opponents]
        connection.execute(upsert(dialect, OPPONENTS).on_conflict_do_nothing(), others)
        mine = select(RESULTS.c.table_id).where(RESULTS.c.person == result.person)
        too_many = connection.execute(mine.order_by(RESULTS.c.at.desc()).offset(MOST_RESULTS)).scalars().all()
        for table in too_many:
            delete_results(connection, result.person, table)


def _result_values(result: Result) -> dict[str, Any]:
    data = {
        "setting": result.setting.to_json(),
        "points": result.points,
        "rounds": result.rounds,
        "place": result.place,
        "winners": result.winners,
        "dishes": result.dishes,
    }
    return {"at": result.at, "data": json.dumps(data, separators=(",", ":"))}


def _opponent_values(other: Opponent) -> dict[str, Any]:
    return {
        "seat": other.seat,
        "points": other.points,
        "place": other.place,
        "bot": other.bot,
        "name": other.name,
        "opponent": other.person,
        "guest": other.guest,
    }


def read_results(connection: Connection, person: str) -> list[Result]:
    """The results of a person, the latest first."""
    at_table = (PEOPLE.c.person == RESULTS.c.person) & (PEOPLE.c.table_id == RESULTS.c.table_id)
    wanted = select(RESULTS, PEOPLE.c.table_id.is_not(None).label("stored")).outerjoin(PEOPLE, at_table)
    rows = connection.execute(wanted.where(RESULTS.c.person == person).order_by(RESULTS.c.at.desc()))
    others = connection.execute(select(OPPONENTS).where(OPPONENTS.c.person == person))
    met: dict[str, list[Opponent]] = defaultdict(list)
    for other in others:
        met[other.table_id].append(
            Opponent(other.seat, other.points, other.place, other.bot, other.name, other.opponent, other.guest)
        )
    return [_read_result(row, met[row.table_id]) for row in rows]


def _read_result(row: Any, others: list[Opponent]) -> Result:
    data = json.loads(row.data)
    data |= {"setting": Setting.from_json(data["setting"]), "rounds": tuple(data["rounds"])}
    return Result(row.person, row.table_id, row.at, **data, opponents=tuple(others), stored=row.stored)


def delete_results(connection: Connection, person: str, table: str | None = None) -> None:
    """Delete the results of a person: all, or that of one table."""
    for about in (RESULTS, OPPONENTS):
        here = about.c.person == person
        connection.execute(delete(about).where(here if table is None else here & (about.c.table_id == table)))


def forget_results(connection: Connection, person: str, table: str | None = None) -> None:
    """Delete the results of a person, and make them and their guests anonymous in those of others."""
    delete_results(connection, person, table)
    here = OPPONENTS.c.opponent == person
    met = update(OPPONENTS).where(here if table is None else here & (OPPONENTS.c.table_id == table))
    connection.execute(met.values(opponent=None, name=""))
