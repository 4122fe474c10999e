"""Nobody is told what they may not know: whole games of every kind on the wire, and every message held to the rules.

After the end the seed is open. From it and the moves the game is played again, without the server, and each message
that a person got must be what their seat could know at that moment: no more and no less.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from okawari import Game, Record, Setting
from okawari.server.security.log_redaction import OnceAMinute
from okawari.server.wire.bills import bills_of, worth_of
from okawari.server.wire.state import seat_gains
from tests.support.databases import run_sql
from tests.support.server_thread import NONCE, SECRET, Browser, Refused, ServerThread, Wire, running_server, untold
from tests.support.tables import (
    ANNIVERSARY,
    DESSERTS,
    EDITION_2014,
    FIRST,
    MENUS,
    ROLL,
    VARIANTS,
    VARIANTS_FOR_TWO,
    RandomPlayer,
    Table,
)
from tests.support.wire_state import WireState, as_sent

#: Where seats wait for bots, these play.
BOTS = ("pip", "hana", "pip")


def every_kind() -> list[Table]:
    """A table of each menu, dessert and variant, with more and more seats where the variant leaves a choice."""
    kinds = [(menu, dessert, variant) for menu in MENUS for dessert in DESSERTS[menu] for variant in _variants(menu)]
    return [
        Table(menu, 2 if variant in VARIANTS_FOR_TWO[menu] else 2 + place % 4, dessert, variant)
        for place, (menu, dessert, variant) in enumerate(kinds)
    ]


def _variants(menu: str) -> tuple[str | None, ...]:
    return (None, *VARIANTS[menu], *VARIANTS_FOR_TWO[menu])


#: One device for two people, at tables for two and with others.
HOT_SEATS = [
    Table(FIRST, 3),
    Table(EDITION_2014, 2, "pudding", "dummy"),
    Table(ANNIVERSARY, 2, "tea", "piles"),
    Table(ANNIVERSARY, 2, "yogurt", "battle"),
    Table(ROLL, 3),
]


def _forget_what_was_said() -> None:
    """Remove the filters that drop what was logged within the last minute, in this test or another."""
    for name in ("okawari.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        for dropping in [each for each in logger.filters if isinstance(each, OnceAMinute)]:
            logger.removeFilter(dropping)


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Everything that the server's own logs say, with all tracebacks."""
    written: list[str] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(_FORMAT.format(record))

    _forget_what_was_said()
    keeper = Keeper(logging.DEBUG)
    loggers = [logging.getLogger(name) for name in ("okawari", "uvicorn", "uvicorn.error", "sqlalchemy")]
    for logger in loggers:
        logger.addHandler(keeper)
    yield written
    for logger in loggers:
        logger.removeHandler(keeper)


_FORMAT = logging.Formatter("%(name)s %(message)s")


class Player:
    """A person at a table: what they asked for, and what they were told."""

    def __init__(self, browser: Browser, wire: Wire, seats: tuple[int, ...], luck: random.Random) -> None:
        self.browser, self.wire, self.seats, self.luck = browser, wire, seats, luck
        self.random_player = RandomPlayer(luck.random(), luck.randrange(6))
        #: What they chose, by seat and the game's number.
        self.chosen: dict[tuple[int, int], set[str]] = {}

    @property
    def next_seat(self) -> int | None:
        """A seat of theirs that is to move."""
        return next((seat for seat in self.seats if seat in self.wire.game["to_move"]), None)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Everything that they were told."""
        return [json.loads(text) for text in self.wire.received_texts]

    def may_have_chosen(self, seat: int, number: int, truth: Truth) -> set[str]:
        """What they chose, or the rules for them: a dummy's partner with one card left has no choice."""
        forced = truth.moments[number - 1].view(seat).choice
        return self.chosen.get((seat, number), set()) | ({forced.text} if forced else set())

    def look(self, seat: int) -> None:
        if len(self.seats) > 1 and self.wire.view["viewer"] != seat:
            self.wire.request("look", f"look-{seat}-{self.luck.getrandbits(60)}", seat=seat)
            self.wire.until(lambda: self.wire.view["viewer"] == seat)

    def choose(self, seat: int) -> None:
        """Choose; now and then change the choice at once, or try to choose for another seat."""
        self.look(seat)
        number = self.wire.game["number"]
        if self.luck.random() < 0.1:
            self.meddle(number)
        for _ in range(1 + (self.luck.random() < 0.15)):
            move = self.random_player.choose(self.wire.view["moves"])
            self.chosen.setdefault((seat, number), set()).add(move)
            try:
                self.wire.request(
                    "choose", f"choose-{seat}-{self.luck.getrandbits(60)}", seat=seat, move=move, number=number
                )
            except Refused as refused:
                # The others may have chosen since: then the turn is over, or with its last turn the game.
                assert refused.code in ("stale", "not-playing")
            self.wire.until(lambda: self.wire.game["number"] > number or seat not in self.wire.game["to_move"])
            if self.wire.game["number"] > number or len(self.seats) > 1:
                return

    def meddle(self, number: int) -> None:
        """Choose for another seat: the refusal does not tell whether the move would be allowed."""
        other = next(seat for seat in range(5) if seat not in self.seats)
        with pytest.raises(Refused) as refused:
            self.wire.request("choose", seat=other, move=self.luck.choice(["tempura", "egg", "keep 1"]), number=number)
        expected = "not-your-seat" if other < len(self.wire.table["seats"]) else "no-such-seat"
        assert (refused.value.code, refused.value.params) == (expected, {"seat": other})


def play_to_the_end(players: list[Player]) -> None:
    """Everybody chooses when they are to move, in any order."""
    luck = players[0].luck
    while True:
        latest = max(player.wire.game["number"] for player in players)
        for player in players:
            player.wire.until(lambda player=player, latest=latest: player.wire.game["number"] >= latest)
        if players[0].wire.table["phase"] == "over":
            return
        if ready := [player for player in players if player.next_seat is not None]:
            mover = luck.choice(ready)
            mover.choose(mover.next_seat or 0)
        else:
            players[0].wire.receive()


def sit(
    server: ServerThread, table: Table, names: tuple[tuple[int, ...], ...], seed: str
) -> tuple[list[Player], Player]:
    """Ann and Bob with their seats, bots in the others, Eve who watches, and the game begun."""
    ann, bob, eve = (server.browser(name) for name in ("Ann", "Bob", "Eve"))
    hers, his = names
    kinds = ["you" if seat == hers[0] else "here" if seat in hers else "open" for seat in range(table.seats)]
    for seat, bot in zip(range(len(hers) + len(his), table.seats), BOTS, strict=False):
        kinds[seat] = bot
    setting = {word: value for word, value in table._asdict().items() if word not in ("menu", "seats")}
    made = ann.set_table(*kinds, menu=table.menu, **setting)
    wires = [ann.visit(made), *([bob.visit(made)] if his else []), eve.visit(made["id"])]
    for seat in his:
        wires[1].request("sit", seat=seat, nonce=NONCE)
    wires[0].request("start")
    for wire in wires:
        wire.until(lambda wire=wire: wire.table["phase"] == "playing")
    luck = random.Random(seed)
    players = [Player(ann, wires[0], hers, luck)] + ([Player(bob, wires[1], his, luck)] if his else [])
    return players, Player(eve, wires[-1], (), luck)


class Truth:
    """A finished game, played again from its seed: how it stood at each of its numbers."""

    def __init__(self, record: Record) -> None:
        assert record.verify() == []
        game = Game(record.setting, bytes.fromhex(record.seed or ""))
        self.moments = [game.copy()]
        for seat, move in record.moves:
            told = game.event_count
            game.choose(seat, move)
            if game.event_count > told:
                self.moments.append(game.copy())

    def at(self, number: int, to_move: list[int], own: dict[int, str], luck: random.Random) -> Game:
        """The game at a number, where some have chosen: what others chose shows nowhere, so it is drawn at random."""
        game = self.moments[number - 1].copy()
        for seat in set(game.to_move) - set(to_move):
            game.choose(seat, own.get(seat) or luck.choice(game.moves(seat)))
        return game


def check_messages(player: Player, truth: Truth) -> None:
    """The state of a person is exactly what they may know, after every message."""
    wire = WireState()
    for message in player.messages:
        if not wire.read(message):
            assert message["type"] in ("ack", "refused")
            continue
        assert wire.state
        if wire.state["game"]:
            check_state(player, truth, wire.state, wire.events)
        else:
            assert wire.state["table"]["phase"] == "lobby"


def check_state(player: Player, truth: Truth, state: dict[str, Any], events: list[dict[str, Any]]) -> None:
    viewer = state["view"]["viewer"]
    assert viewer is None or viewer in player.seats
    assert viewer is not None or len(player.seats) != 1
    number, choice = state["game"]["number"], state["view"].get("choice")
    assert choice is None or choice in player.may_have_chosen(viewer, number, truth)
    game = truth.at(number, state["game"]["to_move"], {viewer: choice} if choice else {}, player.luck)
    expected = {
        "number": number,
        "to_move": list(game.to_move),
        "turns": game.setting.turns,
        "worth": worth_of(game.view()),
        "gains": seat_gains(game.view(viewer)),
        "bill": bills_of(game.scores) if game.over else state["game"]["bill"],
        "deadline": None,
        "busy": False,
    }
    assert state["game"] == json.loads(json.dumps(expected))
    assert state["view"] == json.loads(json.dumps(game.view(viewer).to_json()))
    check_bill(game, state["game"]["bill"])
    assert untold(events) == as_sent([event.to_json() for event in game.events])
    fairness = state["table"]["fairness"]
    assert (fairness["opened"] is None) == (fairness["seed"] is None) == (not game.over)
    assert state["table"]["key"] is None and state["table"]["code"] is None


def check_bill(game: Game, bill: list[dict[str, Any]]) -> None:
    """The bill has the lines of all rounds that are over."""
    scores = json.loads(json.dumps(bills_of(game.scores)))
    over = len(scores[0]["rounds"]) - (not game.over)
    assert [one["rounds"][:over] for one in bill] == [one["rounds"][:over] for one in scores]


def check_secrets(server: ServerThread, everybody: list[Player], table: str, lines: list[str]) -> None:
    """No message of the wire, no page and no line of the log has a secret in it that its reader does not know."""
    kept = server.tables._live[table].table
    people = [*(player.browser.cookie for player in everybody), *kept.people, kept.host, SECRET.hex()]
    opened = [kept.secret.hex(), kept.running.seed.hex()]
    invitation = [kept.key, *_codes(everybody)]
    for player in everybody:
        wire = WireState()
        for text, message in zip(player.wire.received_texts, player.messages, strict=True):
            wire.read(message)
            known = wire.state["table"] if wire.state else {"phase": None}
            sits = known["phase"] == "lobby" and bool(known["yours"])
            for secret in [*people, *([] if known["phase"] == "over" else opened), *([] if sits else invitation)]:
                assert secret not in text
    for text in [*_pages(everybody[-1].browser, table), *lines]:
        for secret in [*people, *invitation]:
            assert secret not in text
    for text in lines:
        assert not any(secret in text for secret in opened)


def _codes(everybody: list[Player]) -> set[str]:
    """The codes that the host was shown in the lobby."""
    wire = WireState()
    codes = set()
    for message in everybody[0].messages:
        if wire.read(message) and wire.state:
            codes.add(wire.state["table"]["code"])
    return codes - {None}


def _pages(stranger: Browser, table: str) -> list[str]:
    """What a stranger can read."""
    paths = ("/", f"/t/{table}", "/api/me", "/api/me/tables", "/api/tables", "/metrics", f"/api/tables/{table}/replay")
    return [stranger.http.get(path).text for path in paths]


@pytest.mark.slow
@pytest.mark.parametrize("table", every_kind(), ids=str)
def test_everybody_is_told_what_their_view_allows(server: ServerThread, lines: list[str], table: Table) -> None:
    players, eve = sit(server, table, ((0,), (1,)), str(table))
    made = eve.wire.table["id"]
    for path in ("record", "replay", "review"):
        answer = eve.browser.http.get(f"/api/tables/{made}/{path}")
        assert (answer.status_code, answer.json()["problem"]) == (409, {"code": "not-over", "params": {}})
    play_to_the_end(players)
    check_everything(server, [*players, eve], lines)


@pytest.mark.slow
@pytest.mark.parametrize("table", HOT_SEATS, ids=str)
def test_one_device_sees_one_seat_a_look(server: ServerThread, lines: list[str], table: Table) -> None:
    """Ann passes her device around; the person who looks sees one hand, and no other one before the next look."""
    players, eve = sit(server, table, ((0, 1), (2,) if table.seats > 2 else ()), f"hot {table}")
    play_to_the_end(players)
    check_everything(server, [*players, eve], lines)
    looking: int | None = None
    chose = False
    wire = WireState()
    for message in players[0].messages:
        if message["type"] == "ack" and message["id"].startswith("look-"):
            looking = int(message["id"].split("-")[1])
        elif message["type"] == "ack" and message["id"].startswith("choose-"):
            chose = True
        elif wire.read(message) and wire.state and wire.state["game"]:
            if chose and wire.state["game"]["to_move"] != [looking]:
                looking = None
            chose = False
            assert wire.state["view"]["viewer"] in (None, looking)


def check_everything(server: ServerThread, everybody: list[Player], lines: list[str]) -> None:
    eve = everybody[-1]
    eve.wire.until(lambda: eve.wire.table["phase"] == "over")
    made = eve.wire.table["id"]
    record = Record.from_json(eve.browser.http.get(f"/api/tables/{made}/record").json())
    truth = Truth(record)
    for player in everybody:
        assert player.wire.game["number"] == len(truth.moments)
        check_messages(player, truth)
    check_secrets(server, everybody, made, lines)
    for player in everybody:
        player.browser.close()


def test_a_hint_is_for_the_seat_that_looks(server: ServerThread) -> None:
    """Advice names every move that a hand allows: at a shared device it is only for the seat that looks."""
    ann = server.browser("Ann")
    wire = ann.visit(ann.set_table("you", "here", start=True, options={"hints": True}))
    assert wire.refusal("hint", seat=0) == "look-first"
    wire.request("look", seat=0)
    assert wire.refusal("hint", seat=1) == "look-first"
    assert wire.request("hint", seat=0)["seat"] == 0


def test_a_failing_log_keeps_secrets(tmp_path: Path, lines: list[str]) -> None:
    """What the database cannot write is neither sent in a message nor written into the log of the server."""
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "taro", start=True)
        wire = ann.visit(made)
        kept = server.tables._live[made["id"]].table
        run_sql(server.data, "ALTER TABLE log RENAME TO lost")
        move = wire.view["moves"][0]
        assert wire.refusal("choose", seat=0, move=move, number=1) == "server-fault"
        answer = ann.http.post("/api/tables", json=_a_table())
        assert (answer.status_code, answer.json()) == (500, {"problem": {"code": "server-fault", "params": {}}})
        assert wire.game["number"] == 1 and 0 in wire.game["to_move"]
        secrets = [kept.key, kept.secret.hex(), kept.running.seed.hex(), kept.host, ann.cookie, f'"{move}"', NONCE]
    text = "\n".join(lines)
    assert "OperationalError" in text
    assert not [secret for secret in secrets if secret in text]


def _a_table() -> dict[str, Any]:
    setting = Setting.of(FIRST, 2).to_json()
    return {"setting": setting, "seats": [{"kind": "you"}, {"kind": "bot"}], "nonce": NONCE, "start": True}
