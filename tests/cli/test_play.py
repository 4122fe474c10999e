"""`okawari play`, at a keyboard."""

import json
import random
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.cli.style import dish, dishes
from okawari.game import Game, Record, Setting
from okawari.texts import say
from tests.support.terminal import Terminal
from tests.support.timeouts import TIMEOUT

ANNIVERSARY = ["sushi-go-anniversary", "--seats", "2", "--names", "Ania"]
KINDS = {
    "classic": ["sushi-go-first", "--seats", "4", "--names", "Ania"],
    "both ways": ["sushi-go-2014", "--seats", "5", "--names", "Ania", "--variant", "both-ways"],
    "golf": ["sushi-go-anniversary", "--seats", "3", "--names", "Ania", "--dessert", "mochi", "--variant", "golf"],
    "dummy": [*ANNIVERSARY, "--dessert", "strawberry", "--variant", "dummy"],
    "piles": [*ANNIVERSARY, "--dessert", "yogurt", "--variant", "piles"],
    "battle": [*ANNIVERSARY, "--dessert", "tea", "--variant", "battle"],
    "roll": ["sushi-roll", "--seats", "3", "--names", "Ania"],
    "hot seat": ["sushi-go-first", "--seats", "3", "--names", "Ania,Bo"],
    "hot seat with the dummy": ["sushi-go-2014", "--seats", "2", "--names", "Ania,Bo", "--variant", "dummy"],
    "hot seat of dice": ["sushi-roll", "--seats", "2", "--names", "Ania,Bo"],
}
HANDOVER = re.compile(r"The keyboard goes to (\w+)\.")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for the saved game, and English words."""
    file = tmp_path / "state" / "saved-game.json"
    monkeypatch.setenv("OKAWARI_STATE", str(file))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")
    return file


def played(*args: str, typed: str = "", exit_code: int = 0) -> str:
    """What is on the screen after a run with these lines typed."""
    result = CliRunner().invoke(app, ["play", *args], input=typed)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == exit_code, result.output
    return result.output


def random_input(seed: int = 0, lines: int = 4000) -> str:
    """Lines that are moves more often than not, and nonsense otherwise."""
    chance = random.Random(seed)
    texts = [*"12345678", "1/2", "1+2", "2+", "reroll 1 2", "swap 1 with B2", "wasabi+squid/egg", "", "?", "pickle"]
    return "".join(f"{chance.choice(texts)}\n" for _ in range(lines))


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_ends_with_a_winner_and_a_record_that_holds(kind: str, tmp_path: Path, state: Path) -> None:
    file = tmp_path / "game.json"
    out = played(*KINDS[kind], "--bot", "random", "--seed", "5", "--record", str(file), typed=random_input())
    assert re.search(r"wins? with|share the win", out)
    assert "The bill for round 3" in out
    assert str(file) in out
    assert "Thanks for the meal" in out
    record = Record.load(file)
    assert record.over
    assert record.verify() == []
    assert record.names
    assert record.names[0] == "Ania"
    assert not state.exists()


def test_a_stranger_who_presses_enter_sits_at_a_first_edition_table_with_two_bots(state: Path) -> None:
    out = played(typed="\n" * 4 + "1\n")
    assert "Sushi Go!, first edition ──" in out
    assert "Guest (you)" in out
    assert "Bot 2" in out
    assert "Bot 3" not in out
    assert "You play" in out
    saved = json.loads(state.read_text())
    assert (saved["menu"], saved["seats"], saved["people"]) == ("sushi-go-first", 3, [0])


def test_the_error_names_the_card_that_is_missing() -> None:
    out = played(*KINDS["dummy"], "--seed", "4", typed="unagi\nsquid+squid/squid\n1/1\n" * 3)
    assert "I cannot read “unagi”" in out
    assert "+" not in "".join(re.findall("You do not.*", out))


def test_only_what_the_rules_allow_is_offered() -> None:
    for_two = played("sushi-go-anniversary", "--seats", "2", "--people", "1", typed="\n")
    for_three = played("sushi-go-anniversary", "--seats", "3", "--people", "1", typed="\n")
    assert "Sushi battle" in for_two
    assert "Sushi battle" not in for_three
    assert "Sushi golf" in for_three
    assert "Which dessert" not in played("sushi-go-first", typed="")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["sushi-go-first", "--dessert", "tea"], "not served"),
        (["sushi-go"], "no game called"),
        (["sushi-go-anniversary", "--seats", "4", "--variant", "battle"], "does not work with 4"),
        (["--people", "4", "--seats", "3"], "do not fit"),
        (["--people", "0"], "do not fit"),
        (["--names", "Ania,Ania"], "names are needed"),
        (["--bot", "sommelier"], "no bot called"),
        (["--resume"], "No saved game"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(args: list[str], why: str) -> None:
    assert why in played(*args, exit_code=2)


def test_bad_input_is_explained_and_asked_again() -> None:
    out = played(*KINDS["classic"], "--seed", "5", typed="pickle\n99\n1+2\nstrawberry4\n?\n1\n")
    assert "I cannot read “pickle”" in out
    assert "There is no number 99 here" in out
    assert "No chopsticks lie in front of you" in out
    assert "I cannot read “strawberry4”" in out
    assert "okawari rules sushi-go-first" in out
    assert "Turn 2" in out


def test_cards_go_by_number_word_beginning_or_name_in_the_readers_language() -> None:
    word = Game(Setting.of("sushi-go-first", 4), 5).view(0).hand[0]
    for typed in ("1", word, word[:5], word.upper()):
        assert f"You play {word}." in played(*KINDS["classic"], "--seed", "5", "--new", typed=f"{typed}\n")
    name = dish("pl", word)
    out = played(*KINDS["classic"], "--seed", "5", "--new", "--lang", "pl", typed=f"{name}\n")
    assert f"Zagrywasz: {name}." in out


@pytest.mark.parametrize(("lang", "wins"), [("pl", "Wygrywa|Wspólna"), ("is", "vinnur|deil")])
def test_the_other_languages_carry_a_whole_game(lang: str, wins: str) -> None:
    for kind in ("dummy", "battle", "roll"):
        out = played(*KINDS[kind], "--bot", "random", "--seed", "3", "--lang", lang, typed=random_input(3))
        assert re.search(wins, out)
        assert say(lang, "error.unreadable-move", word="pickle", example="").split("pickle")[0] + "pickle" in out
        assert not re.search(r"[{}]", out)


@pytest.mark.parametrize("kind", ["hot seat", "hot seat with the dummy"])
def test_a_hand_is_shown_to_its_owner_alone(kind: str, tmp_path: Path) -> None:
    """Between two hand-overs stands one hand, and it is that of the player who got the keyboard."""
    file = tmp_path / "game.json"
    out = played(*KINDS[kind], "--bot", "random", "--seed", "8", "--record", str(file), typed=random_input(2))
    _, *pieces = HANDOVER.split(out)
    shown = [(name, _hand(piece)) for name, piece in zip(pieces[::2], pieces[1::2], strict=True)]
    for (name, _), piece in zip(shown, pieces[1::2], strict=True):
        assert piece.count("Your hand") == 1
        assert re.findall(r"(\w+) \(you\)", piece) == [name]
    assert shown == _hands_in_order(Record.load(file))


def _hand(piece: str) -> list[str]:
    """The cards of the hand that was printed, like ones together."""
    listed = piece.split("Your hand")[1].split("Your card")[0]
    return re.findall(r"^\d+  (.+?)(?:  |$)", listed, re.MULTILINE)


def _hands_in_order(record: Record) -> list[tuple[str, list[str]]]:
    """Every hand that a person of a recorded game had to choose from, in the order of asking."""
    game = Game(record.setting, bytes.fromhex(record.seed or ""))
    hands = []
    for seat, text in record.moves:
        if seat < 2:
            held = Counter(game.view(seat).hand)
            hands.append(((record.names or ())[seat], [dishes("en", word, n) for word, n in held.items()]))
        game.choose(seat, text)
    return hands


def test_the_end_of_the_input_saves_and_the_next_start_goes_on_there(state: Path) -> None:
    out = played(*KINDS["classic"], typed="1\n1\n")
    assert f"waits in {state}" in out.replace("\n", "")
    before = out.rsplit("Round 1 of 3 · Turn 3", 1)[1].split("Your card")[0]
    again = played(typed="\n")
    assert "A saved game is waiting" in again
    assert before in again
    assert "Turn 2" not in again


def test_quitting_before_a_game_began_saves_nothing(state: Path) -> None:
    assert "nothing is saved" in played(typed="q\n")
    assert not state.exists()


def test_the_save_is_private_and_removed_when_the_game_ends(state: Path, tmp_path: Path) -> None:
    played(*KINDS["battle"], "--bot", "random", typed="1\nq\n")
    assert state.stat().st_mode & 0o777 == 0o600
    file = tmp_path / "game.json"
    out = played("--resume", "--record", str(file), typed=random_input())
    assert "On we go" in out
    assert not state.exists()
    assert Record.load(file).verify() == []


def test_a_choice_that_waits_for_others_is_saved_too(state: Path) -> None:
    out = played(*KINDS["hot seat"], typed="\n1\n")
    assert HANDOVER.findall(out) == ["Ania", "Bo"]
    assert len(json.loads(state.read_text())["waiting"]) == 1
    assert HANDOVER.findall(played("--resume", typed="\n")) == ["Bo"]


def test_a_new_game_never_loses_the_one_that_waits(state: Path) -> None:
    played(*KINDS["classic"], typed="1\n")
    first = state.read_text()
    played(*KINDS["roll"], "--new", "--bot", "random", typed=random_input())
    assert state.read_text() == first
    out = played(*KINDS["battle"], "--new", typed="1\n")
    older = state.with_name("saved-game-older.json")
    assert str(older) in out.replace("\n", "")
    assert older.read_text() == first


@pytest.mark.parametrize("damage", ["", "[]", "{", "moves", "seed", "seat"])
def test_a_damaged_save_is_moved_aside_not_lost(damage: str, state: Path) -> None:
    played(*KINDS["classic"], typed="1\n1\n")
    data = json.loads(state.read_text())
    if damage == "moves":
        data["moves"][0][1] = "pickle"
    elif damage == "seed":
        data["seed"] = "00"
    elif damage == "seat":
        data["moves"][0][0] = 9
    text = damage if damage in ("", "[]", "{") else json.dumps(data)
    state.write_text(text)
    out = played(*KINDS["classic"], typed="q\n")
    assert "is damaged" in out
    assert "Your hand" in out
    assert state.with_name("saved-game-damaged.json").read_text() == text


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Opens terminals, and closes them when the test is over."""
    opened: list[Terminal] = []

    def open_one(*args: str, tty: bool) -> Terminal:
        opened.append(Terminal("play", *args, tty=tty))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def interrupt(terminal: Terminal, number: int = signal.SIGINT) -> None:
    """End the command by a signal: it saves the game."""
    terminal.interrupt(number)
    terminal.read_until("The game is saved")
    assert terminal.process.wait(TIMEOUT) == 0


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, *(pytest.param(other, marks=pytest.mark.slow) for other in (signal.SIGTERM, signal.SIGHUP))],
)
def test_ctrl_c_saves_and_the_next_start_goes_on_at_the_same_point(
    number: int, state: Path, terminal: Callable[..., Terminal]
) -> None:
    first = terminal(*KINDS["classic"], "--seed", "5", tty=False)
    first.type("1\n")
    first.read_until("Turn 2")
    before = first.read_until("Your card")
    interrupt(first, number)
    second = terminal("--resume", tty=False)
    second.read_until("Turn 2")
    assert second.read_until("Your card") == before
    interrupt(second)
    assert state.exists()


def test_colours_and_the_hidden_screen_are_for_terminals_only(terminal: Callable[..., Terminal]) -> None:
    at_terminal = terminal(*KINDS["hot seat"], "--seed", "5", tty=True)
    public = at_terminal.read_until("Press Enter when nobody else is looking.")
    at_terminal.type("\n")
    hidden = at_terminal.read_until("Your card")
    at_terminal.type("1\n")
    after = at_terminal.read_until("Press Enter when nobody else is looking.")
    assert "\x1b[" in public
    assert "\x1b[?1049h" in hidden
    assert "Your hand" in hidden
    assert "\x1b[?1049l" in after
    interrupt(at_terminal)
    assert "\x1b" not in played(*KINDS["hot seat"], "--seed", "5", "--new", typed="\n1\n")
