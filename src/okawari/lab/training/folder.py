"""The folder of a training: its options, checkpoint, network and curves. This module does without PyTorch."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from okawari.lab.run import make_folder
from okawari.lab.training.options import Options, TrainingError


class Folder:
    """The files of a training. Each is written whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint, self.network = path / "checkpoint.pt", path / "network.okawari"
        self.history, self.curves = path / "history.json", path / "curves.png"
        self.events = path / "tensorboard"
        self._options = path / "training.json"

    def claim(self, options: Options) -> None:
        """Write the options to a new folder; TrainingError if the folder is that of another training."""
        make_folder(self.path)
        if self._options.exists() and not options.is_same_run(_json(self._options)):
            raise TrainingError("train-other", folder=self.path)
        write_whole(self._options, (json.dumps(options.to_json(), indent=1) + "\n").encode())

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other processes from training in this folder. Windows has no such lock."""
        with (self.path / "lock").open("w", encoding="utf-8") as file:
            if sys.platform != "win32":
                import fcntl

                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise TrainingError("train-busy", folder=self.path) from None
            yield


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file by one that is on the disk already, so that a crash leaves the old one or the new one."""
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _json(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None
