"""What the log of a finished game must have: each acknowledged choice, and each choice once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from okawari import Record
from okawari.server.play.log import Row
from okawari.server.play.table import Table
from tests.chaos.players import Player, turns_of
from tests.chaos.report import Report
from tests.chaos.world import World
from tests.support.server_thread import untold
from tests.support.wire_state import as_sent


def check_game(world: World, players: Sequence[Player], record: Record, report: Report) -> None:
    """Check a finished game: what its players know, its record as a server gives it, and its log."""
    rows = check_log(world, players, report)
    table = players[0].table
    assert record.over and record.verify() == []
    assert record.to_json() == Table.from_log(rows).record.to_json()
    turns, events = turns_of(record), as_sent([event.to_json() for event in record.replay().events])
    for player in players:
        report.lost += player.lost(turns)
        assert untold(player.events) == events, f"{table}: the events of seat {player.seat}"
    _check_results(world, Table.from_log(rows), report)
    report.games += 1


def check_log(world: World, players: Sequence[Player], report: Report) -> list[Row]:
    """Check the log of a game, which may go on, and return it."""
    table = players[0].table
    rows = world.rows(table)
    _check_requests(table, rows, players, report)
    _check_rows(rows, report)
    report.rows += len(rows)
    return rows


def _check_requests(table: str, rows: Sequence[Row], players: Sequence[Player], report: Report) -> None:
    """Each acknowledged request is in the log, and each request at most once."""
    clients = Counter(row.client.rpartition("/")[2] for row in rows if row.client)
    chosen = [choice for player in players for choices in player.sent.values() for choice in choices]
    missing = [choice.request for choice in chosen if choice.acknowledged and choice.request not in clients]
    report.lost += [f"{table}: {request} was acknowledged" for request in missing]
    report.doubled += [
        f"{table}: {client} is in the log {times} times" for client, times in clients.items() if times > 1
    ]


def _check_rows(rows: Sequence[Row], report: Report) -> None:
    """Bots moved once a turn, clocks rang once, nobody was replaced who was replaced already."""
    table, made = Table(), set[tuple[int, int | None]]()
    for before, row in zip([None, *rows], rows, strict=False):
        turn = (table.moment, row.seat)
        if row.kind == "choose" and _is_of_server(row, before):
            if turn in made or row.seat in table.pending:
                report.twice.append(f"{row.table}: row {row.number}, turn and seat {turn}")
            made.add(turn)
            report.rings += not _plays_bot(table, row)
            report.moves_of_bots += _plays_bot(table, row)
        elif row.kind == "mind":
            report.replaced += 1
            if _plays_bot(table, row):
                report.twice.append(f"{row.table}: row {row.number}, seat {row.seat} was played by a bot already")
        table.apply(row)


def _is_of_server(row: Row, before: Row | None) -> bool:
    """Whether no person chose: with a choice that takes the seat back, the row before has the id of the request."""
    takes_back = before and before.kind == "return" and before.client and before.seat == row.seat
    return row.client is None and not takes_back


def _plays_bot(table: Table, row: Row) -> bool:
    assert row.seat is not None
    return bool(table.seats[row.seat].player)


def _check_results(world: World, table: Table, report: Report) -> None:
    """Everybody who finished the game has a result of it."""
    finished = {seat.person for seat in table.seats if seat.person and not seat.player}
    counted = set(world.query("SELECT person FROM results WHERE table_id = %s", table.id))
    report.lost += [f"{table.id}: the result of a player" for _ in finished - counted]
    report.doubled += [f"{table.id}: the result of a player who did not finish" for _ in counted - finished]


def check_everything(world: World, report: Report) -> None:
    """Whatever was acknowledged is in the database, once."""
    clients = Counter(
        client.rpartition("/")[2] for client in world.query("SELECT client FROM log WHERE client IS NOT NULL")
    )
    report.lost += [f"{request} was acknowledged" for request in report.journal.acknowledged - clients.keys()]
    report.doubled += [f"{client} is there {times} times" for client, times in clients.items() if times > 1]
    report.stacks.update(world.stacks())
