"""What people have achieved: counted once, kept when tables expire, and deleted with whatever else is deleted."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from okawari import Record
from okawari.server.storage import results as stored_results
from tests.support.server_thread import QUICK, Browser, Refused, ServerThread, Wire, running_server, until
from tests.support.server_thread import two_at_a_table as begin_with_two

Json = dict[str, Any]


def results_of(browser: Browser) -> Json:
    answer = browser.http.get("/api/me/results")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def play(browser: Browser, *seats: str, **more: Any) -> str:
    """Play a game against bots from its beginning to its end; returns the id of its table."""
    made = browser.set_table(*seats, start=True, **more)
    wire = browser.visit(made)
    wire.play_on()
    wire.close()
    return str(made["id"])


def play_with_two(ann: Browser, bob: Browser, *bots: str) -> tuple[Wire, Wire, str]:
    hers, his, made = begin_with_two(ann, bob, *bots)
    while hers.table["phase"] != "over":
        number = hers.game["number"]
        hers.choose(0)
        his.choose(1)
        for wire in (hers, his):
            wire.until(lambda wire=wire, number=number: wire.game["number"] > number)
    return hers, his, made["id"]


class Counted:
    """A game of seat 0, counted from the events of its record."""

    def __init__(self, browser: Browser, table: str) -> None:
        record = Record.from_json(browser.http.get(f"/api/tables/{table}/record").json())
        self.setting, self.scores, self.winners = record.setting, record.scores, record.winners
        self.table = table
        events = [event for event in record.replay().events if event.who == 0]
        self.rounds = [event.details["points"] for event in events if event.name == "round-score"]
        self.dishes = Counter(
            (event.details.get("dish") or event.details["face"]).rstrip("0123456789")
            for event in events
            if event.name in ("play", "keep")
        )


def test_games_with_bots_are_counted_as_their_records_say(tmp_path: Path) -> None:
    """A server that is restarted between games, and in one, counts each of them once."""
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        tables = [play(ann, "you", "pip", "hana")]
        made = ann.set_table("you", "hana", "pip", start=True)
        ann.visit(made).play_on(turns=20)
    with running_server(tmp_path) as server:
        ann = server.browser(cookie=ann.cookie)
        ann.visit(made).play_on()
        tables += [made["id"], play(ann, "you", "hana", menu="sushi-roll")]
    with running_server(tmp_path) as server:
        ann = server.browser(cookie=ann.cookie)
        games, found = [Counted(ann, table) for table in tables], results_of(ann)
    wins = [0 in game.winners for game in games]
    assert found["games"] == 3 and found["wins"] == sum(wins)
    assert found["shared"] == sum(won and len(game.winners) > 1 for won, game in zip(wins, games, strict=True))
    draft = [game.scores[0] for game in games[:2]]
    assert found["by_game"] == [
        {
            "menu": "sushi-go-first",
            "variant": None,
            "seats": 3,
            "games": 2,
            "wins": sum(wins[:2]),
            "average": sum(draft) / 2,
            "best": max(draft),
        },
        {
            "menu": "sushi-roll",
            "variant": None,
            "seats": 2,
            "games": 1,
            "wins": int(wins[2]),
            "average": games[2].scores[0],
            "best": games[2].scores[0],
        },
    ]
    hana, pip = found["by_opponent"]
    assert (hana["bot"], hana["games"], pip["bot"], pip["games"]) == ("hana", 3, "pip", 2)
    against = [(games[0], 2), (games[1], 1), (games[2], 1)]
    assert hana["theirs"] == pytest.approx(sum(game.scores[seat] for game, seat in against) / 3)
    assert hana["ahead"] == sum(is_ahead(game, seat) for game, seat in against)
    rounds = sorted((points for game in games for points in game.rounds), reverse=True)
    assert [best["points"] for best in found["best_rounds"]] == rounds[:5]
    assert all(best["table"] in tables for best in found["best_rounds"])
    taken = sum((game.dishes for game in games), Counter())
    assert [line["n"] for line in found["dishes"]] == sorted(taken.values(), reverse=True)[: len(found["dishes"])]
    assert all(taken[line["dish"]] == line["n"] for line in found["dishes"])
    assert [line["table"] for line in found["last"]] == tables
    assert [line["points"] for line in found["last"]] == [game.scores[0] for game in games]
    assert [line["winners"] > 0 for line in found["last"]] == wins


def is_ahead(game: Counted, seat: int) -> bool:
    """Whether seat 0 was placed before another one: with more points, or by a tie-break."""
    return game.scores[0] > game.scores[seat] or (0 in game.winners and seat not in game.winners)


def test_few_points_are_good_in_golf(ann: Browser) -> None:
    for _ in range(2):
        play(ann, "you", "pip", menu="sushi-go-anniversary", variant="golf")
    found = results_of(ann)
    (golf,) = found["by_game"]
    assert golf["best"] == min(line["points"] for line in found["last"])
    assert found["best_rounds"] == []
    for line in found["last"]:
        assert (line["place"] == 1) == (line["winners"] > 0)
        assert line["points"] <= line["best_other"] or line["place"] == 2


def test_friends_have_a_result_each(ann: Browser, bob: Browser) -> None:
    hers, _, table = play_with_two(ann, bob)
    totals = [bill["total"] for bill in hers.game["bill"]]
    for own, browser, name in ((0, ann, "Bob"), (1, bob, "Ann")):
        found = results_of(browser)
        (other,) = found["by_opponent"]
        assert (other["name"], other["bot"], other["games"]) == (name, None, 1)
        assert (other["average"], other["theirs"]) == (totals[own], totals[1 - own])
        assert [line["table"] for line in found["last"]] == [table]


def test_guests_at_one_device_are_opponents(ann: Browser) -> None:
    """The seat of the device's owner counts; those of guests count for nobody."""
    wire = ann.visit(ann.set_table("you", "here", start=True))
    while wire.table["phase"] != "over":
        number = wire.game["number"]
        for seat in (0, 1):
            wire.request("look", seat=seat)
            wire.until(lambda seat=seat: wire.view["viewer"] == seat)
            wire.choose(seat)
        wire.until(lambda number=number: wire.game["number"] > number)
    found = results_of(ann)
    assert found["games"] == 1 and found["last"][0]["points"] == wire.game["bill"][0]["total"]
    assert [(other["name"], other["games"]) for other in found["by_opponent"]] == [("Guest 1", 1)]


def test_a_game_that_a_bot_finished_does_not_count(ann: Browser, bob: Browser) -> None:
    hers, his, _ = begin_with_two(ann, bob)
    his.request("stand", seat=1)
    hers.until(lambda: hers.table["seats"][1]["minded"])
    hers.play_on()
    assert results_of(bob)["games"] == 0
    assert [(other["bot"], other["name"]) for other in results_of(ann)["by_opponent"]] == [("taro", "")]


def test_lessons_do_not_count(ann: Browser) -> None:
    ann.visit(ann.set_lesson("first")).play_on()
    assert results_of(ann)["games"] == 0


def test_a_result_is_written_with_the_end_or_not_at_all(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = ann.visit(ann.set_table("you", "here", start=True))
    store = ann.server.tables.store
    append = store.append
    failures: list[Any] = []

    async def fail_once(rows: Any, summary: Any, code: Any = None, results: Any = ()) -> None:
        if results and not failures:
            failures.append(results)
            raise OSError(28, "No space left on device")
        await append(rows, summary, code, results)

    monkeypatch.setattr(store, "append", fail_once)
    while wire.table["phase"] != "over":
        for seat in wire.game["to_move"]:
            wire.request("look", seat=seat)
            wire.until(lambda seat=seat: wire.view["viewer"] == seat)
            number = wire.game["number"]
            try:
                wire.choose(seat)
            except Refused:
                assert wire.table["phase"] == "playing" and results_of(ann)["games"] == 0
                wire.choose(seat)
        wire.until(lambda number=number: wire.game["number"] > number)
    assert failures and results_of(ann)["games"] == 1


def test_results_stay_when_tables_expire(tmp_path: Path) -> None:
    hurry = replace(QUICK, finished=0.05, idle=0.1, second_look=0.1)
    with running_server(tmp_path, hurry) as server:
        ann = server.browser("Ann")
        play(ann, "you", "pip")
        until(lambda: ann.http.get("/api/me/tables").json()["tables"] == [])
        found = results_of(ann)
        assert found["games"] == 1 and found["last"][0]["table"] is None
        assert {best["table"] for best in found["best_rounds"]} == {None}


def test_only_the_latest_games_are_kept(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_results, "MOST_RESULTS", 2)
    tables = [play(ann, "you", bot) for bot in ("pip", "hana", "hana")]
    found = results_of(ann)
    assert [line["table"] for line in found["last"]] == tables[1:]
    assert [(other["bot"], other["games"]) for other in found["by_opponent"]] == [("hana", 2)]


def delete_results(browser: Browser, table: str) -> None:
    assert browser.http.delete("/api/me/results").status_code == 204


def delete_table(browser: Browser, table: str) -> None:
    assert browser.http.delete(f"/api/me/tables/{table}").status_code == 204


def delete_all(browser: Browser, table: str) -> None:
    cookie = browser.cookie
    assert browser.http.delete("/api/me").status_code == 204
    browser.http.cookies.set("okawari", cookie, domain="127.0.0.1")


@pytest.mark.parametrize(
    ("remove", "name"),
    [(delete_results, "Ann"), (delete_table, ""), (delete_all, "")],
    ids=["results", "table", "all"],
)
def test_results_are_deleted(
    server: ServerThread, ann: Browser, bob: Browser, remove: Callable[[Browser, str], None], name: str
) -> None:
    """One's own are gone, those of others stay; whoever is forgotten has no name and no id in them."""
    hers, his, table = play_with_two(ann, bob)
    for wire in (hers, his):
        wire.close()
    remove(ann, table)
    assert results_of(ann)["games"] == 0
    found = results_of(bob)
    assert found["games"] == 1 and [other["name"] for other in found["by_opponent"]] == [name]
    with closing(sqlite3.connect(server.tables.settings.database)) as database:
        known = "SELECT count(opponent) FROM opponents WHERE table_id = ?"
        assert database.execute(known, [table]).fetchone()[0] == (1 if name else 0)


def test_whoever_plays_alone_deletes_a_game_with_its_result(ann: Browser) -> None:
    delete_table(ann, play(ann, "you", "pip"))
    assert results_of(ann)["games"] == 0


def test_a_person_is_forgotten_in_results_of_expired_tables(tmp_path: Path) -> None:
    hurry = replace(QUICK, finished=0.05, idle=0.1, second_look=0.1)
    with running_server(tmp_path, hurry) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        for wire in play_with_two(ann, bob)[:2]:
            wire.close()
        until(lambda: bob.http.get("/api/me/tables").json()["tables"] == [])
        delete_results(ann, "")
        assert [other["name"] for other in results_of(bob)["by_opponent"]] == ["Ann"]
        delete_all(ann, "")
        assert [other["name"] for other in results_of(bob)["by_opponent"]] == [""]


def test_results_move_to_another_device(server: ServerThread, ann: Browser) -> None:
    play(ann, "you", "pip")
    phone = server.browser()
    assert results_of(phone)["games"] == 0
    phone.http.post("/api/me/claim", json={"token": ann.http.post("/api/me/link").json()["token"]}).raise_for_status()
    assert results_of(phone) == results_of(ann)


def test_results_are_limited(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        codes = [ann.http.get("/api/me/results").status_code for _ in range(40)]
        assert codes[0] == 200 and codes[-1] == 429
