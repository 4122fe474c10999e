"""Write the database of this version, and beside it what people knew: their cookies, the tables and how these stood.

`python -m tests.databases.write` is run once for each version, by that version; what it wrote never changes again.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import okawari
from okawari.server.settings import Durations
from tests.support.server_thread import NONCE, ServerThread, Wire, running_server

DATABASES = Path(__file__).parent
#: Nothing is too old.
FOR_EVER = Durations(bot_pause=(0.0, 0.0), move_shown=0.0, lobby=1e12, unfinished=1e12, finished=1e12)

Facts = dict[str, Any]


def make(server: ServerThread) -> Facts:
    """Set four tables and play at them; what people know then."""
    ann, bob = server.browser("Ann"), server.browser("Bob")
    tables = {"lobby": ann.set_table("you", "open", "taro", menu="sushi-go-anniversary", dessert="tea")}
    lobby = ann.visit(tables["lobby"])
    tables["draft"] = ann.set_table("you", "open", "taro", options={"clock": "relaxed"})
    hers, his = ann.visit(tables["draft"]), bob.visit(tables["draft"])
    his.request("sit", seat=1, nonce=NONCE)
    hers.request("start")
    hers.until(lambda: hers.table["phase"] == "playing")
    for number in range(1, 13):
        for seat, wire in enumerate((hers, his)):
            wire.until(lambda wire=wire, number=number: bool(wire.game) and wire.game["number"] == number)
            wire.choose(seat, wire.view["moves"][-1])
    hers.until(lambda: hers.game["number"] == 13)
    hers.choose(0)
    hers.until(lambda: hers.game["to_move"] == [1])
    tables["roll"] = ann.set_table("you", "hana", "pip", menu="sushi-roll", start=True)
    roll = ann.visit(tables["roll"])
    roll.play_on(turns=5)
    roll.until(lambda: roll.game["to_move"] == [0])
    tables["finished"] = ann.set_table("you", "pip", menu="sushi-go-2014", start=True)
    finished = ann.visit(tables["finished"])
    finished.play_on()
    wires = {"lobby": lobby, "draft": hers, "roll": roll, "finished": finished}
    return {
        "cookies": {"Ann": ann.cookie, "Bob": bob.cookie},
        "tables": {word: known(wires[word], table) for word, table in tables.items()},
    }


def known(wire: Wire, table: Facts) -> Facts:
    """What a person knows of a table."""
    game = wire.state and wire.state["game"]
    facts = {**table, "commitment": wire.table["fairness"]["commitment"]}
    if not game:
        return facts
    view = game["view"]
    return facts | {
        "number": game["number"],
        "events": wire.events,
        "scores": view["scores"],
        "choice": view.get("choice"),
    }


def write() -> None:
    """Make the database of this version."""
    file = DATABASES / f"{okawari.__version__}.sqlite"
    with tempfile.TemporaryDirectory() as folder:
        with running_server(Path(folder), FOR_EVER) as server:
            facts = make(server)
        file.unlink(missing_ok=True)
        with closing(sqlite3.connect(Path(folder) / "okawari.db")) as database:
            database.execute("VACUUM INTO ?", (str(file),))
    file.with_suffix(".json").write_text(json.dumps(facts, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
