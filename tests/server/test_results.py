"""What people have achieved: counted once, kept when tables expire, and deleted with whatever else is deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from okawari import Record, Setting
from okawari.server.play.results import Opponent, Result
from okawari.server.storage import results as stored_results
from okawari.server.wire.results import results_message
from tests.server.services import validate
from tests.support.databases import ON_BOTH, run_sql
from tests.support.server_thread import QUICK, Browser, Refused, ServerThread, Wire, running_server, until
from tests.support.server_thread import two_at_a_table as begin_with_two

pytestmark = ON_BOTH

Json = dict[str, Any]


def results_of(browser: Browser) -> list[Json]:
    """The results of a person, the latest game first."""
    answer = browser.http.get("/api/me/results")
    assert answer.status_code == 200, answer.text
    validate("Results", answer.json())
    games: list[Json] = answer.json()["games"]
    return games


def opponents_of(browser: Browser) -> list[list[tuple[str | None, str]]]:
    """The bots and the names of the opponents of each game."""
    return [[(other["bot"], other["name"]) for other in game["opponents"]] for game in results_of(browser)]


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
    assert [result["table"] for result in found] == tables[::-1]
    for result, game in zip(reversed(found), games, strict=True):
        assert result["setting"] == game.setting.to_json()
        assert result["points"] == game.scores[0] and result["rounds"] == game.rounds
        assert result["winners"] == (len(game.winners) if 0 in game.winners else 0)
        assert result["dishes"] == game.dishes
        for seat, other in enumerate(result["opponents"], 1):
            assert other["points"] == game.scores[seat]
            assert (result["place"] < other["place"]) == is_ahead(game, seat)
    against = [["pip", "hana"], ["hana", "pip"], ["hana"]]
    assert [[other["bot"] for other in result["opponents"]] for result in reversed(found)] == against


def is_ahead(game: Counted, seat: int) -> bool:
    """Whether seat 0 was placed before another one: with more points, or by a tie-break."""
    return game.scores[0] > game.scores[seat] or (0 in game.winners and seat not in game.winners)


def test_few_points_are_good_in_golf(ann: Browser) -> None:
    play(ann, "you", "pip", menu="sushi-go-anniversary", variant="golf")
    (golf,) = results_of(ann)
    (pip,) = golf["opponents"]
    assert (golf["place"] == 1) == (golf["winners"] > 0)
    assert golf["points"] <= pip["points"] or golf["place"] == 2


def test_friends_have_a_result_each(ann: Browser, bob: Browser) -> None:
    hers, _, table = play_with_two(ann, bob)
    totals = [bill["total"] for bill in hers.game["bill"]]
    for own, browser, name in ((0, ann, "Bob"), (1, bob, "Ann")):
        (result,) = results_of(browser)
        (other,) = result["opponents"]
        assert (other["name"], other["bot"]) == (name, None)
        assert (result["points"], other["points"]) == (totals[own], totals[1 - own])
        assert result["table"] == table


def result(*others: Opponent) -> Result:
    return Result("me", "table", 1.0, Setting.of("sushi-go-first", 3), 30, (10, 10, 10), 1, 1, {"egg": 3}, others)


def test_opponents_are_told_apart_by_numbers_that_reveal_nothing() -> None:
    """The same person has the same number under every name; so has each guest at another person's device."""
    guest_of_bob = Opponent(2, 8, 3, name="Eve", person="bob-id", guest=True)
    games = [
        result(Opponent(1, 9, 2, name="Bob", person="bob-id"), guest_of_bob),
        result(Opponent(1, 9, 2, name="Eve", person="eve-id"), Opponent(2, 8, 3, name="Bobby", person="bob-id")),
        result(Opponent(1, 9, 2, name="Kid", person="me", guest=True), Opponent(2, 8, 3, bot="hana")),
        result(Opponent(1, 9, 2), guest_of_bob),
    ]
    found = results_message(games).model_dump()["games"]
    numbers = [[other["person"] for other in game["opponents"]] for game in found]
    bob, guest = numbers[0]
    assert numbers == [[bob, guest], [numbers[1][0], bob], [None, None], [None, guest]]
    assert len({bob, guest, numbers[1][0], None}) == 4
    assert "-id" not in str(found)


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
    (result,) = results_of(ann)
    (guest,) = result["opponents"]
    assert result["points"] == wire.game["bill"][0]["total"]
    assert (guest["name"], guest["person"]) == ("Guest 1", None)


def test_a_game_that_a_bot_finished_does_not_count(ann: Browser, bob: Browser) -> None:
    hers, his, _ = begin_with_two(ann, bob)
    his.request("stand", seat=1)
    hers.until(lambda: hers.table["seats"][1]["minded"])
    hers.play_on()
    assert results_of(bob) == []
    assert opponents_of(ann) == [[("taro", "")]]


def test_lessons_do_not_count(ann: Browser) -> None:
    ann.visit(ann.set_lesson("first")).play_on()
    assert results_of(ann) == []


def test_a_result_is_written_with_the_end_or_not_at_all(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = ann.visit(ann.set_table("you", "here", start=True))
    store = ann.server.tables.store
    append = store.append
    failures: list[Any] = []

    async def fail_once(rows: Any, summary: Any, code: Any = None, results: Any = (), fence: Any = None) -> None:
        if results and not failures:
            failures.append(results)
            raise OSError(28, "No space left on device")
        await append(rows, summary, code, results, fence)

    monkeypatch.setattr(store, "append", fail_once)
    while wire.table["phase"] != "over":
        for seat in wire.game["to_move"]:
            wire.request("look", seat=seat)
            wire.until(lambda seat=seat: wire.view["viewer"] == seat)
            number = wire.game["number"]
            try:
                wire.choose(seat)
            except Refused:
                assert wire.table["phase"] == "playing" and results_of(ann) == []
                wire.choose(seat)
        wire.until(lambda number=number: wire.game["number"] > number)
    assert failures and len(results_of(ann)) == 1


def test_results_stay_when_tables_expire(tmp_path: Path) -> None:
    hurry = replace(QUICK, finished=0.05, idle=0.1, second_look=0.1)
    with running_server(tmp_path, hurry) as server:
        ann = server.browser("Ann")
        play(ann, "you", "pip")
        until(lambda: ann.http.get("/api/me/tables").json()["tables"] == [])
        assert [result["table"] for result in results_of(ann)] == [None]


def test_only_the_latest_games_are_kept(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_results, "MOST_RESULTS", 2)
    tables = [play(ann, "you", bot) for bot in ("pip", "hana", "hana")]
    assert [result["table"] for result in results_of(ann)] == [tables[2], tables[1]]
    assert opponents_of(ann) == [[("hana", "")]] * 2


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
    assert results_of(ann) == []
    assert opponents_of(bob) == [[(None, name)]]
    known = "SELECT count(opponent) FROM opponents WHERE table_id = ?"
    assert run_sql(server.data, known, table) == [(1 if name else 0,)]


def test_whoever_plays_alone_deletes_a_game_with_its_result(ann: Browser) -> None:
    delete_table(ann, play(ann, "you", "pip"))
    assert results_of(ann) == []


def test_a_person_is_forgotten_in_results_of_expired_tables(tmp_path: Path) -> None:
    hurry = replace(QUICK, finished=0.05, idle=0.1, second_look=0.1)
    with running_server(tmp_path, hurry) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        for wire in play_with_two(ann, bob)[:2]:
            wire.close()
        until(lambda: bob.http.get("/api/me/tables").json()["tables"] == [])
        delete_results(ann, "")
        assert opponents_of(bob) == [[(None, "Ann")]]
        delete_all(ann, "")
        assert opponents_of(bob) == [[(None, "")]]


def test_results_move_to_another_device(server: ServerThread, ann: Browser) -> None:
    play(ann, "you", "pip")
    phone = server.browser()
    assert results_of(phone) == []
    phone.http.post("/api/me/claim", json={"token": ann.http.post("/api/me/link").json()["token"]}).raise_for_status()
    assert results_of(phone) == results_of(ann)


def test_results_are_limited(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        codes = [ann.http.get("/api/me/results").status_code for _ in range(40)]
        assert codes[0] == 200 and codes[-1] == 429
