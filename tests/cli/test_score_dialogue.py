"""The score pad as a dialogue: a whole evening, with undo, at a terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from okawari.cli.scorepad.dialogue import Dialogue
from okawari.game.pad import Pad
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL
from tests.support.terminal import Terminal
from tests.support.timeouts import TIMEOUT

#: The terminal of the tests: its type, and its width in columns.
ENVIRONMENT = {"COLUMNS": "100", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}


def evening(menu: str, *typed: str, lang: str = "en", **options: Any) -> str:
    """What is said in an evening in which people type this and then leave."""
    script = iter(typed)

    def ask(prompt: str) -> str:
        paper.write(prompt)
        try:
            line = next(script)
        except StopIteration:
            raise EOFError from None
        paper.write(line + "\n")
        return line

    paper = io.StringIO()
    Dialogue(Pad(menu, **options), lang, ask, Console(file=paper, width=100)).run()
    assert next(script, None) is None
    return paper.getvalue()


def test_an_evening_from_beginning_to_end() -> None:
    rounds = ["tempura*2 maki1", "Bo: sashimi*3"] * 3
    said = evening(FIRST, "Ania, Bo", *rounds, "pudding", "", "")
    assert [f"Round {n} of 3 · Ania: " in said for n in (1, 2, 3)] == [True] * 3
    assert "End of the game · Bo: " in said
    assert "Ania wins with 39!" in said
    assert said.count("Standings") == 4
    assert said.rstrip().endswith("Come back hungry!")


def test_undo_takes_back_a_line_and_a_round() -> None:
    said = evening(FIRST, "Ania Bo", "undo", "egg", "undo", "salmon", "egg", "undo", "squid", "cofnij", lang="pl")
    assert "Jeszcze nic nie zapisano." in said
    assert "Ania: 2 punkty" in said
    assert "Bo: 1 punkt\n" in said
    assert "Bo: 3 punkty" in said
    assert said.count("Runda 1 z 3 · Bo: ") == 4


def test_undo_after_the_last_line() -> None:
    said = evening(FIRST, "Ania Bo", *["egg", "egg"] * 2, "salmon", "salmon", "", "pudding", "undo", "", "")
    assert "Bo wins with 10!" in said
    assert "even the puddings are equal" in said
    assert said.count("Press Enter to finish") == 2


def test_slips_ask_for_the_same_line_again() -> None:
    said = evening(FIRST, "Ania", "Ania, Ania", "Ania, Bo", "tempra", "", "help", "egg")
    assert "1 player is not the right number" in said
    assert "The name Ania is there twice" in said
    assert "Did you mean “tempura”?" in said
    assert said.count("Round 1 of 3 · Ania: ") == 4
    assert said.count("Write words in the order") == 2
    assert said.count("Round 1 of 3 · Bo: ") == 1


def test_cards_do_not_come_back_in_the_next_round() -> None:
    said = evening(FIRST, "Ania Bo", "squid*3", "-", "squid", "squid*2", "squid")
    assert "Line 2: 6 × squid is too many; the deck holds 5." in said
    assert evening(ROLL, "Ania Bo", "squid*3", "egg", "squid*4", "egg").count("too many") == 0


def test_an_evening_warns_of_another_box_and_goes_on() -> None:
    said = evening(ANNIVERSARY, "Ania Bo", "tea3*3", "tea3", "egg", "egg", dessert="tea")
    assert said.count("Line 2: 4 × tea3, but we guess that the deck has 2.") == 1
    assert "Round 3 of 3 · Ania: " in said


def test_squishies_count_in_their_round() -> None:
    rounds = ["maki1 squishy", "maki1 squishy*2", "maki1", "maki1", "maki1", "maki1"]
    said = evening(ANNIVERSARY, "Ania Bo", *rounds, "strawberry2", "strawberry2", "")
    assert "Bo wins with 13!" in said


def test_the_dummy_comes_by_itself() -> None:
    said = evening(EDITION_2014, "Ania, dummy, Bo", "egg", "egg", "maki1", "quit", variant="dummy")
    assert "Round 1 of 3 · Dummy: " in said
    assert "Dummy: 6 points" in said
    assert said.count("Standings") == 2


def test_leaving_early_is_polite() -> None:
    assert "Come back hungry!" in evening(FIRST)
    assert "Standings" not in evening(FIRST, "Ania Bo", "egg")
    assert evening(FIRST, "Ania Bo", "egg", "egg", "egg").count("Standings") == 2


@pytest.mark.parametrize("politely", [True, False])
def test_an_evening_at_a_real_terminal(politely: bool) -> None:
    """End it with Ctrl-D or with Ctrl-C."""
    with Terminal("score", FIRST, environment=ENVIRONMENT) as terminal:
        terminal.read_until("Who is playing?")
        terminal.type("Ania, Bo\n")
        for name, line in (("Ania", "maki3"), ("Bo", "tempra"), ("Bo", "tempura*2")):
            terminal.read_until(f"Round 1 of 3 · {name}: ")
            terminal.type(f"{line}\n")
        terminal.read_until("3 icons, the most: 6")
        terminal.read_until("Round 2 of 3 · Ania: ")
        if politely:
            terminal.type("\x04")
        else:
            terminal.interrupt()
        terminal.read_until("Standings")
        terminal.read_until("Come back hungry!")
        assert terminal.process.wait(TIMEOUT) == 0


@pytest.mark.slow
def test_the_end_typed_at_a_real_terminal() -> None:
    with Terminal("score", ROLL, "--final", environment=ENVIRONMENT) as terminal:
        terminal.read_until("An empty line ends.")
        terminal.type("Ania: 30 pudding\nBo: 20\n\n")
        terminal.read_until("Ania wins with 36!")
        assert terminal.process.wait(TIMEOUT) == 0
