"""Tables as lines of a list."""

from __future__ import annotations

from okawari.server.play.table import Table
from okawari.server.wire import messages as m


def table_line(table: Table, person: str | None) -> m.TableLine:
    """The line of a table in a list, for a person."""
    mine = table.seats_of(person)
    return m.TableLine(
        id=table.id,
        phase=table.phase,
        setting=m.SettingChoice(**table.setting.to_json()),
        names=[seat.name or seat.bot or "" for seat in table.seats],
        shapes=[seat.shape for seat in table.seats],
        scores=list(table.game.totals) if table.game else [],
        winners=list(table.game.winners) if table.game else [],
        round=table.game.round if table.game else 0,
        updated=table.updated,
        yours=mine,
        your_turn=table.phase == "playing" and any(seat in table.to_move for seat in mine),
    )
