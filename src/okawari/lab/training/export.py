"""A trained network as a file that bots play by, without PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np

from okawari.bots.network_file import NetworkFile
from okawari.game import Setting
from okawari.lab.training.network import LAYERS, Network
from okawari.lab.training.trainer import Trainer


def export(trainer: Trainer) -> bytes:
    """The content of the file of a network."""
    options = trainer.options
    training: dict[str, Any] = {
        "steps": trainer.steps,
        "minutes": round(trainer.seconds / 60, 1),
        "seed": options.seed,
        "tables": options.tables,
        "learning_rate": options.learning_rate,
        "bfloat16": options.bfloat16,
    }
    chosen: dict[str, Any] = {"start": options.start, "rivals": list(options.rivals)}
    training |= {name: value for name, value in chosen.items() if value}
    return network_file(trainer.network, options.settings, training).to_bytes()


def network_file(network: Network, settings: tuple[Setting, ...], training: dict[str, Any]) -> NetworkFile:
    """The weights of a network, rounded to 16 bits."""
    weights = {}
    for name in LAYERS:
        layer = getattr(network, name)
        weights[name] = layer.weight.detach().numpy().T.astype(np.float16)
        weights[f"{name}_bias"] = layer.bias.detach().numpy().astype(np.float16)
    return NetworkFile(settings, weights | {"value": weights["value"].squeeze(-1)}, training)
