"""The saved game of `okawari play`: its file, its format, and loading it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from okawari.game import Game, Setting
from okawari.game.reading import parse

FORMAT = 1


class Damaged(Exception):
    """A saved game that cannot be continued."""


@dataclass(frozen=True)
class Saved:
    """A saved game: the setting, the names and people, the seed, and the moves so far."""

    setting: Setting
    seed: bytes
    moves: tuple[tuple[int, str], ...]
    #: Choices of a turn that was not complete.
    waiting: tuple[tuple[int, str], ...]
    names: tuple[str, ...]
    people: tuple[int, ...]
    bot: str

    def to_json(self) -> dict[str, Any]:
        """The saved game as JSON."""
        return {
            "okawari": "saved-game",
            "format": FORMAT,
            **self.setting.to_json(),
            "names": list(self.names),
            "people": list(self.people),
            "bot": self.bot,
            "seed": self.seed.hex(),
            "moves": [list(move) for move in self.moves],
            "waiting": [list(move) for move in self.waiting],
        }

    @classmethod
    def from_json(cls, data: Any) -> Saved:
        """Read a saved game from JSON; raises ValueError, KeyError, TypeError or AttributeError if it is invalid."""
        if data["okawari"] != "saved-game" or data["format"] != FORMAT:
            raise ValueError("not a saved game of this version")
        saved = cls(
            Setting.from_json(data),
            bytes.fromhex(data["seed"]),
            tuple((int(seat), str(text)) for seat, text in data["moves"]),
            tuple((int(seat), str(text)) for seat, text in data["waiting"]),
            tuple(str(name) for name in data["names"]),
            tuple(int(seat) for seat in data["people"]),
            str(data["bot"]),
        )
        seats = range(saved.setting.seats)
        if len(saved.names) != len(seats) or not saved.people or not all(seat in seats for seat in saved.people):
            raise ValueError("names and seats do not fit together")
        return saved

    def game(self) -> Game:
        """The game after all saved moves."""
        game = Game(self.setting, self.seed)
        for seat, text in (*self.moves, *self.waiting):
            if seat not in game.seats:
                raise ValueError(f"there is no seat {seat}")
            game.choose(seat, text)
        return game


def state_file() -> Path:
    """The file of the saved game."""
    if named := os.environ.get("OKAWARI_STATE"):
        return Path(named)
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "okawari" / "saved-game.json"


def load() -> tuple[Saved, Game] | None:
    """The saved game and its state; None if there is none. Raises `Damaged` if it cannot be continued."""
    try:
        saved = Saved.from_json(_data())
        game = saved.game()
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Damaged(str(problem)) from problem
    if game.over:
        raise Damaged("the game is over")
    return saved, game


def _data() -> Any:
    return parse(state_file().read_bytes(), state_file())


def move_aside(kind: str) -> Path:
    """Rename the file of the saved game to an unused name with `kind` in it; returns the new path."""
    path = state_file()
    aside = path.with_name(f"{path.stem}-{kind}{path.suffix}")
    number = 2
    while aside.exists():
        aside = path.with_name(f"{path.stem}-{kind}-{number}{path.suffix}")
        number += 1
    path.replace(aside)
    return aside


def saved_seed() -> str | None:
    """The seed of the saved game, which identifies it; None if there is none or it cannot be read."""
    try:
        return str(_data()["seed"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(saved: Saved) -> Path | None:
    """Write the saved game; returns the new path of another saved game that was moved aside, if any."""
    path = state_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with _ignoring_ctrl_c():
        other = path.exists() and saved_seed() != saved.seed.hex()
        aside = move_aside("older") if other else None
        _write(path, json.dumps(saved.to_json(), indent=1, ensure_ascii=False) + "\n")
    return aside


def forget(seed: bytes) -> None:
    """Delete the saved game if it has this seed."""
    if saved_seed() == seed.hex():
        state_file().unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    """Write a file, readable by its owner only, and replace an older one atomically."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C during what must not be interrupted."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
