"""Golden games: whole games as text, with every view and every event, to be read by people and compared by a test.

`make golden` writes them anew after an intended change of the rules; git shows what it changed. The public part of a
view is the same for everybody, so it is written once, and only what has changed in it; after it stands what each seat
knows besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from okawari import Event, Game, View
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL, RandomPlayer, Table

HOME = Path(__file__).parent
LETTERS = "ABCDE"

#: The games: at least one of each menu, variant and dessert. Each player has a preference (see `tables.PREFERENCES`).
GAMES = {
    "sushi-go-first": (Table(FIRST, 3, "pudding"), 1),
    "sushi-go-2014": (Table(EDITION_2014, 4, "pudding"), 5),
    "sushi-go-2014-both-ways": (Table(EDITION_2014, 3, "pudding", "both-ways"), 1),
    "sushi-go-2014-dummy": (Table(EDITION_2014, 2, "pudding", "dummy"), 1),
    "sushi-go-anniversary-strawberry": (Table(ANNIVERSARY, 5, "strawberry"), 2),
    "sushi-go-anniversary-yogurt": (Table(ANNIVERSARY, 3, "yogurt"), 2),
    "sushi-go-anniversary-tea": (Table(ANNIVERSARY, 2, "tea"), 2),
    "sushi-go-anniversary-pudding": (Table(ANNIVERSARY, 4, "pudding"), 3),
    "sushi-go-anniversary-mochi": (Table(ANNIVERSARY, 2, "mochi", must_have_maki=True), 2),
    "sushi-go-anniversary-both-ways-mochi": (Table(ANNIVERSARY, 4, "mochi", "both-ways"), 0),
    "sushi-go-anniversary-golf-tea": (Table(ANNIVERSARY, 3, "tea", "golf"), 4),
    "sushi-go-anniversary-piles-yogurt": (Table(ANNIVERSARY, 2, "yogurt", "piles"), 1),
    "sushi-go-anniversary-battle-strawberry": (Table(ANNIVERSARY, 2, "strawberry", "battle"), 1),
    "sushi-go-anniversary-dummy-strawberry": (Table(ANNIVERSARY, 2, "strawberry", "dummy", must_have_maki=True), 2),
    "sushi-roll": (Table(ROLL, 3), 2),
    "sushi-roll-five": (Table(ROLL, 5), 2),
}
SEED = 2014


def counted(words: Iterable[str | None]) -> str:
    """Words in their order, repeats as `*N`.

    >>> counted(["tempura", "tempura", None, "egg"])
    'tempura*2 - egg'
    """
    groups = ((word or "-", sum(1 for _ in same)) for word, same in groupby(words))
    return " ".join(word if n == 1 else f"{word}*{n}" for word, n in groups) or "(nothing)"


def compact(value: Any) -> str:
    """A field of a view on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{word} {n}" for word, n in value.items())
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return " | ".join(compact(each) for each in value)
    if isinstance(value, list):
        return " ".join("-" if each is None else str(each) for each in value) or "(nothing)"
    return "-" if value is None else str(value)


#: What stands in the heading, or follows line by line for each seat.
_ELSEWHERE = {
    "okawari",
    "format",
    "viewer",
    "menu",
    "seats",
    "dessert",
    "variant",
    "must_have_maki",
    "round",
    "turn",
    "to_move",
}
_PRIVATE = {"hands", "unseen", "choice", "drawn", "moves"}


def public_part(view: View) -> dict[str, Any]:
    return {field: value for field, value in view.to_json().items() if field not in _ELSEWHERE | _PRIVATE}


def seen_by_all(game: Game, before: dict[str, Any]) -> Iterator[str]:
    """What has changed in the public part of everybody's view, which is the same for all."""
    public = public_part(game.view())
    assert all(public_part(game.view(seat)) == public for seat in game.seats)
    for field, value in public.items():
        if before.get(field) != value:
            yield f"  {field + ':':11} {compact(value)}"
    before.update(public)


def seen_by(game: Game, seat: int | None) -> Iterator[str]:
    """What a seat knows besides, if anything: its hand, what it remembers of others', and how many moves it has."""
    view = game.view(seat)
    data = view.to_json()
    parts = [f"{len(view.moves)} moves"] if view.moves else []
    for other, (hand, unseen) in enumerate(zip(data.get("hands", ()), data.get("unseen", ()), strict=True)):
        rest = f" +{unseen} unseen" if unseen else ""
        whose = "hand" if other == seat else f"of {LETTERS[other]}"
        parts.append(f"{whose}: {counted(hand)}{rest}" if hand else f"{whose}:{rest or ' (nothing)'}")
    parts += [f"{field}: {data[field]}" for field in ("drawn", "choice") if data.get(field)]
    if parts:
        yield f"  {'spectators' if seat is None else LETTERS[seat]:10}  " + "; ".join(parts)


def told(events: list[Event]) -> Iterator[str]:
    """Events, one a line; the dice of one roll share theirs."""
    for (name, who), same in groupby(events, lambda event: (event.name, event.who)):
        subject = "" if who is None else f" {LETTERS[who]}"
        if name == "roll":
            dice = " ".join(f"{event.details['place']}:{event.details['face']}" for event in same)
            yield f"    roll{subject} {dice}"
            continue
        for event in same:
            details = [f"{key}={value}" for key, value in event.details.items() if value is not False]
            yield f"    {name}{subject} {' '.join(details)}".rstrip()


def text_of(name: str) -> str:
    """A golden game from its first deal to its last line."""
    table, preference = GAMES[name]
    game, player = table.game(SEED), RandomPlayer(name, preference)
    lines = [f"{table}, seed {SEED}", *told(game.events)]
    public: dict[str, Any] = {}
    while not game.over:
        known, movers = len(game.events), " ".join(LETTERS[seat] for seat in game.to_move)
        lines += ["", f"round {game.round}, turn {game.turn}, to move {movers}", *seen_by_all(game, public)]
        for seat in (*game.seats, None):
            lines += seen_by(game, seat)
        for seat in game.to_move:
            move = player.choose([move.text for move in game.moves(seat)])
            game.choose(seat, move)
            lines.append(f"> {LETTERS[seat]} {move}")
        lines += told(game.events[known:])
    lines += ["", "the end", *seen_by_all(game, public)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all golden games."""
    for stale in HOME.glob("*.txt"):
        stale.unlink()
    for name in GAMES:
        (HOME / f"{name}.txt").write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
