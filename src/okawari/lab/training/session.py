"""A training from its start or its last checkpoint to its end, with reports in between."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from okawari.bots.network_file import NetworkFile
from okawari.lab.training.curves import draw_curves
from okawari.lab.training.evaluation import OPPONENTS, win_share
from okawari.lab.training.export import export
from okawari.lab.training.folder import Folder, write_whole
from okawari.lab.training.options import Options
from okawari.lab.training.parts import Rollouts
from okawari.lab.training.trainer import Trainer

#: The iterations between two checkpoints, and the deals on which the network is measured then.
REPORT_EVERY, DEALS = 25, 500


class Session:
    """A training in a folder.

    `rollouts` plays its games, without it this process does; `start` is the network from whose weights it begins.
    """

    def __init__(
        self,
        options: Options,
        path: Path,
        lang: str = "en",
        rollouts: Rollouts | None = None,
        start: NetworkFile | None = None,
    ) -> None:
        self.folder, self.lang = Folder(path), lang
        self.folder.claim(options)
        self.trainer = Trainer(options, rollouts, start)
        if self.folder.checkpoint.exists():
            self.trainer.load(self.folder.checkpoint)
        self._events = _events(self.folder.events, self.trainer.steps)

    def run(self, stop: threading.Event, tell: Callable[[Trainer, bool], None]) -> None:
        """Train to the end, or until `stop` is set, with a checkpoint in both cases.

        `tell` is called after each iteration, with whether the network was measured after it.
        """
        trainer = self.trainer
        with self.folder.lock():
            while trainer.done < 1 and not stop.is_set():
                trainer.iterate()
                measured = trainer.iterations % REPORT_EVERY == 0 or trainer.done == 1
                if measured:
                    self.report()
                tell(trainer, measured)
            trainer.save(self.folder.checkpoint)

    def report(self) -> None:
        """Measure the network, and write checkpoint, network and curves."""
        began, trainer = time.perf_counter(), self.trainer
        row = report_of(trainer)
        trainer.history.append(row)
        trainer.seconds += time.perf_counter() - began
        trainer.save(self.folder.checkpoint)
        write_whole(self.folder.network, export(trainer))
        write_whole(self.folder.history, (json.dumps(trainer.history, indent=1) + "\n").encode())
        draw_curves(trainer.history, self.folder.curves, self.lang)
        if self._events:
            _add_event(self._events, row)


def report_of(trainer: Trainer, deals: int = DEALS) -> dict[str, Any]:
    """How far a training is, and how often its network wins against fixed bots, by seats and bot: value and error."""
    wins: dict[str, dict[str, list[float]]] = {}
    for setting in trainer.options.settings:
        means = {bot: win_share(trainer.network, setting, bot, deals) for bot in OPPONENTS}
        wins[str(setting.seats)] = {bot: [round(mean.value, 4), round(mean.error, 4)] for bot, mean in means.items()}
    return {
        "iterations": trainer.iterations,
        "steps": trainer.steps,
        "seconds": round(trainer.seconds, 1),
        "entropy": round(trainer.lesson.entropy, 4),
        "explained": round(trainer.lesson.explained, 4),
        "wins": wins,
    }


def _events(path: Path, step: int) -> Any:
    """The writer of TensorBoard's files, or None where TensorBoard is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(path, purge_step=step)


def _add_event(events: Any, row: dict[str, Any]) -> None:
    for seats, by_bot in row["wins"].items():
        for bot, (value, _) in by_bot.items():
            events.add_scalar(f"wins with {seats}/{bot}", value, row["steps"])
    for name in ("entropy", "explained"):
        events.add_scalar(name, row[name], row["steps"])
    events.flush()
