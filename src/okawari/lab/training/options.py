"""What is trained, and how: the options of a run, checked. This module does without PyTorch."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

from okawari.bots.network_file import have_the_same_cells
from okawari.encoding import Encoding
from okawari.envs.tables import FAST_BOTS
from okawari.game import Setting
from okawari.lab.plan import LabError

FORMAT = 1
#: The bounds of options: what is below makes no sense, what is above fits no machine.
MOST_TABLES, LEAST_WIDTH, MOST_WIDTH, MOST_SEED = 65_536, 8, 4096, (1 << 40) - 1
#: Options that may be others when a training goes on: how long it takes, and how it is computed.
_MAY_CHANGE = ("steps", "minutes", "bfloat16")
#: Options that came later: data leave them out where nothing was chosen, so that older runs stay the same runs.
_CAME_LATER: dict[str, Any] = {"parts": 1, "start": None, "rivals": []}


class TrainingError(LabError):
    """A training that cannot be done."""


@dataclass(frozen=True)
class Options:
    """The options of a training. `settings` differ in their seats alone.

    One of `steps` and `minutes` limits the training: choices of agents that are learned from, or time. `tables` is the
    number of tables, shared by all settings and by `parts` of equal size, each of which has luck of its own; `width`
    that of units in each of the two hidden layers, which are computed in `bfloat16` if that is wanted: quicker on
    processors that have it. `start` is the digest of the network's file from whose weights the training begins.
    `rivals` are bots that play all seats but one at further tables, as many for each as have a tenth of the agents.

    >>> options = Options.of("sushi-go-first", (2, 4), minutes=5)
    >>> [setting.seats for setting in options.settings], len(options.encoding.cells)
    ([2, 4], 221)
    """

    settings: tuple[Setting, ...]
    steps: int | None = None
    minutes: float | None = None
    seed: int = 0
    tables: int = 1024
    width: int = 256
    learning_rate: float = 1e-3
    bfloat16: bool = False
    parts: int = 1
    start: str | None = None
    rivals: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        menu: str,
        seats: Sequence[int],
        dessert: str | None = None,
        variant: str | None = None,
        must_have_maki: bool = False,
        **numbers: Any,
    ) -> Options:
        """Checked options; `SettingError` or `TrainingError` if they are not allowed."""
        settings = tuple(Setting.of(menu, n, dessert, variant, must_have_maki) for n in sorted(set(seats)))
        return cls(settings, **numbers)

    def __post_init__(self) -> None:
        if not self.settings:
            raise TrainingError("train-seats")
        if (self.steps is None) == (self.minutes is None):
            raise TrainingError("train-length")
        _check("steps", 1 if self.steps is None else self.steps, 1, 10**15)
        _check("minutes", 1 if self.minutes is None else self.minutes, 0.01, 10**6)
        _check("tables", self.tables, len(self.settings), MOST_TABLES)
        _check("parts", self.parts, 1, self.tables // len(self.settings))
        _check("width", self.width, LEAST_WIDTH, MOST_WIDTH)
        _check("learning-rate", self.learning_rate, 1e-7, 1)
        _check("seed", self.seed, 0, MOST_SEED)
        for rival in self.rivals:
            if rival not in FAST_BOTS:
                raise TrainingError("train-rival", bot=rival, bots=", ".join(FAST_BOTS))
        for setting in self.settings:
            if not have_the_same_cells(Encoding.of(setting), self.encoding):
                raise TrainingError("train-one-seats", menu=setting.menu)

    @cached_property
    def encoding(self) -> Encoding:
        """The encoding of the setting with the most seats: its cells begin with those of the others."""
        return Encoding.of(self.settings[-1])

    def to_json(self) -> dict[str, Any]:
        """The options as JSON data."""
        lists = {"settings": [setting.to_json() for setting in self.settings], "rivals": list(self.rivals)}
        data = asdict(self) | lists
        numbers = {key: value for key, value in data.items() if key not in _CAME_LATER or value != _CAME_LATER[key]}
        return {"okawari": "training", "format": FORMAT, **numbers}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Options:
        """Read options from JSON data."""
        numbers = {field.name: data[field.name] for field in fields(cls) if field.name in data}
        settings = tuple(map(Setting.from_json, data["settings"]))
        return cls(**numbers | {"settings": settings, "rivals": tuple(data.get("rivals", ()))})

    def is_same_run(self, data: Any) -> bool:
        """Whether JSON data are the options of this run; what may change between two starts of it does not matter."""
        return isinstance(data, dict) and _lasting(data) == _lasting(self.to_json())

    @property
    def name(self) -> str:
        """A short name for the run's folder: the same for the same run."""
        fingerprint = hashlib.sha256(json.dumps(_lasting(self.to_json()), sort_keys=True).encode()).hexdigest()
        seats = "-".join(str(setting.seats) for setting in self.settings)
        return f"{self.settings[0].menu}-{seats}-{fingerprint[:10]}"


def _lasting(data: dict[str, Any]) -> dict[str, Any]:
    """The options among JSON data that make the run."""
    return {key: value for key, value in data.items() if key not in _MAY_CHANGE}


def _check(option: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise TrainingError("train-number", option=f"--{option}", value=value, low=low, high=high)
