"""`okawari replay`: print a recorded game turn by turn, or verify it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from okawari.cli.narrate import Narrator
from okawari.cli.style import AsJson, Lang, console, explain, fail, language, print_json
from okawari.cli.table import heading, listed, turn_title
from okawari.cli.tell import EventTexts, names_of, title_of
from okawari.game import Event, Game, OkawariError, Position, Record
from okawari.texts import say

#: What `Record.verify` checks, in its order.
CHECKS = ("verify-moves", "verify-scores", "verify-digest", "verify-rules", "verify-seed", "verify-fairness")


def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of games.", show_default=False)],
    verify: Annotated[bool, typer.Option("--verify", help="Check moves, scores, digest, rules and deal.")] = False,
    only_round: Annotated[
        int | None, typer.Option("--round", help="Show this round alone.", show_default=False)
    ] = None,
    only_turn: Annotated[int | None, typer.Option("--turn", help="Show this turn alone.", show_default=False)] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Read a recorded game again, turn by turn. With --verify, check that it holds together.

    A record that fails a check ends with exit code 1, a file that is no record with 2.
    """
    chosen = language(lang)
    records = [(file, _load(file, chosen)) for file in files]
    if verify:
        _verify_all(records, chosen, as_json=as_json)
        return
    stories = []
    for file, record in records:
        try:
            stories.append(Story(file, record, only_round, only_turn))
        except (LookupError, TypeError, ValueError) as problem:
            fail(say(chosen, "replay.cannot-read", file=file, problem=explain(problem, chosen)))
    if as_json:
        data = [story.to_json() for story in stories]
        print_json(data[0] if len(data) == 1 else data)
        return
    for story in stories:
        _print_story(console(), story, chosen)


def _load(file: Path, lang: str) -> Record:
    try:
        return Record.load(file)
    except OSError as problem:
        fail(say(lang, "replay.cannot-read", file=file, problem=problem.strerror))
    except OkawariError as problem:
        fail(say(lang, "replay.cannot-read", file=file, problem=explain(problem, lang)))


@dataclass(frozen=True)
class Turn:
    """A turn of a recorded game."""

    round: int
    turn: int
    events: tuple[Event, ...]
    #: The hands of all seats before the choice; None where there are none or they are secret.
    hands: tuple[tuple[str, ...], ...] | None = None


class Story:
    """A recorded game, cut into turns; `only_round` and `only_turn` select some of them."""

    def __init__(self, file: Path, record: Record, only_round: int | None = None, only_turn: int | None = None) -> None:
        self.file = file
        self.record = record
        self.game = record.replay()
        hands = _hands(record, self.game)
        #: Whether there are hands that are not known.
        self.hands_missing = hands is None
        self.turns = [
            replace(turn, hands=(hands or {}).get((turn.round, turn.turn)))
            for turn in turns_of(self.game.events)
            if only_round in (None, turn.round) and only_turn in (None, turn.turn)
        ]

    def to_json(self) -> dict[str, Any]:
        """The game and its turns as JSON."""
        return {
            "file": str(self.file),
            **self.record.setting.to_json(),
            "names": self.record.names and list(self.record.names),
            "over": self.game.over,
            "turns": [_turn_json(turn) for turn in self.turns],
            "scores": list(self.game.totals),
            "winners": list(self.game.winners),
        }


def _turn_json(turn: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {"round": turn.round, "turn": turn.turn}
    if turn.hands:
        data["hands"] = [list(hand) for hand in turn.hands]
    return data | {"events": [event.to_json() for event in turn.events]}


def turns_of(events: Sequence[Event]) -> Iterator[Turn]:
    """The events cut into turns: dealing, drawing and rolling belong to the turn after it."""
    round_no, turn, second_follows = 1, 1, False
    part: list[Event] = []
    for before, event in zip((None, *events), events, strict=False):
        if before and _begins_turn(before, event, second_follows=second_follows):
            yield Turn(round_no, turn, tuple(part))
            turn, part = turn + 1, []
        if event.name in ("deal", "bag"):
            if any(other.name not in ("starter",) for other in part):
                yield Turn(round_no, turn, tuple(part))
                part = []
            round_no, turn = event.details["round"], 1
        if event.name == "take":
            second_follows = event.details["chopsticks"]
        part.append(event)
    if part:
        yield Turn(round_no, turn, tuple(part))


def _begins_turn(before: Event, event: Event, *, second_follows: bool) -> bool:
    """Whether an event is the first of a turn, other than the first turn of a round."""
    if before.name == "pass":
        return True
    if event.name == "take":
        return not second_follows and before.name not in ("deal", "starter")
    return event.name == "slide"


def _hands(record: Record, game: Game) -> dict[tuple[int, int], tuple[tuple[str, ...], ...]] | None:
    """The hands before every turn, by round and turn; None if there are hands but they are not known."""
    if record.setting.table_kind != "draft":
        return {}
    if not record.over or record.seed is None:
        return None
    try:
        again = _from_seed(record)
        hands = {(again.round, again.turn): _all_hands(again)}
        for seat, text in record.moves:
            again.choose(seat, text)
            if not again.over:
                hands.setdefault((again.round, again.turn), _all_hands(again))
    except ValueError:
        return None
    return hands if again.events == game.events else None


def _from_seed(record: Record) -> Game:
    seed = bytes.fromhex(record.seed or "")
    if record.position is None:
        return Game(record.setting, seed)
    return Game.from_position(Position.from_json(record.position), seed)


def _all_hands(game: Game) -> tuple[tuple[str, ...], ...]:
    return tuple(game.view(seat).hand for seat in game.seats)


def _print_story(out: Console, story: Story, lang: str) -> None:
    """Print a recorded game."""
    setting = story.record.setting
    names = names_of(setting, story.record.names, lang)
    out.print(heading(title_of(setting, lang)))
    out.print(Text(", ".join(names), style="bold"))
    if not story.game.over:
        out.print(Text(say(lang, "replay.unfinished"), style="yellow"))
    elif story.hands_missing:
        out.print(Text(say(lang, "replay.hands-unknown"), style="yellow"))
    if not story.turns:
        fail(say(lang, "replay.no-such-turn", file=story.file))
    narrator = Narrator(out, EventTexts(setting, names, lang))
    scores = story.game.scores
    for turn in story.turns:
        narrator.round = turn.round
        out.print()
        out.print(heading(turn_title(lang, turn.round, turn.turn)))
        _show_hands(out, turn, names, lang)
        narrator.print_events(turn.events, scores)


def _show_hands(out: Console, turn: Turn, names: Sequence[str], lang: str) -> None:
    for who, hand in enumerate(turn.hands or ()):
        if hand:
            out.print(Text(f"{names[who]}: ", style="bold") + listed(lang, hand))


def _verify_all(records: Sequence[tuple[Path, Record]], lang: str, *, as_json: bool) -> None:
    checked = [(file, record, record.verify()) for file, record in records]
    if as_json:
        data = [{"file": str(file), "ok": not problems, "problems": problems} for file, _, problems in checked]
        print_json(data[0] if len(data) == 1 else data)
    else:
        for file, record, problems in checked:
            _show_checks(console(), file, record, problems, lang)
    if any(problems for _, _, problems in checked):
        raise typer.Exit(1)


def _show_checks(out: Console, file: Path, record: Record, problems: Sequence[str], lang: str) -> None:
    out.print(Text(str(file), style="bold"))
    for check in CHECKS:
        result, style, why = _result(check, record, problems, lang)
        line = Text.assemble("  ", (result, style), "  ", say(lang, f"replay.check.{check}"))
        out.print(line + Text(f" ({why})" if why else "", style="dim"))
    if problems:
        out.print(Text(say(lang, "replay.does-not-hold", file=file, n=len(problems)), style="bold red"))
    else:
        out.print(Text(say(lang, "replay.all-holds", file=file), style="bold green"))


def _result(check: str, record: Record, problems: Sequence[str], lang: str) -> tuple[str, str, str]:
    """The result of a check: its text, its style, and a reason (may be empty)."""
    if check in problems:
        return say(lang, "replay.not-ok"), "bold red", say(lang, f"error.{check}")
    if "verify-moves" in problems:
        return say(lang, "replay.not-checked"), "yellow", say(lang, "replay.after-moves")
    if check == "verify-seed" and record.seed is None:
        return say(lang, "replay.not-checked"), "yellow", say(lang, "replay.no-seed")
    if check == "verify-fairness" and record.fairness is None:
        return say(lang, "replay.not-checked"), "yellow", say(lang, "replay.no-promise")
    return say(lang, "replay.ok"), "green", ""
