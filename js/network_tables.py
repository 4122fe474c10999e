"""Write the networks of the npm package into a folder: the files, and networks.json, which says what games they play.

`python js/network_tables.py FOLDER`
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bot_tables import every_setting, key_of
from okawari import Setting
from okawari.bots import quick
from okawari.bots.guided import guide_for, network_for
from okawari.bots.network import code_of, fitting, layers_for, shipped_networks
from okawari.bots.network_file import NetworkFile
from okawari.bots.network_kernels import FormCode

HERE = Path(__file__).resolve().parent
NETWORKS = HERE.parent / "src" / "okawari" / "bots" / "networks"
ENTRIES = HERE.parent / "build" / "kernels" / "wasm-networks" / "networks.json"


#: The arrays of a form that kernels take, by their names in `FormCode`, and in networks.json.
FORM = {
    "input_of": "inputOf",
    "marks": "marks",
    "term_cells": "termCells",
    "term_outputs": "termOutputs",
    "faces": "faces",
    "terms_of": "termsOf",
}


def network_of(setting: Setting) -> NetworkFile | None:
    """The network that bots use in a game: as a guide of searches, or instead of one; None if there is none."""
    if any(quick.plays_by_network(level, setting) for level in quick.GAMES):
        return fitting(setting, tuple(shipped_networks().values()))
    return network_for(setting)


def row(setting: Setting, network: NetworkFile, file: str) -> dict[str, Any]:
    """What kernels need to know of a game and its network."""
    code, layers = code_of(setting), layers_for(setting, network)
    return {
        "file": file,
        "guides": guide_for(setting) is not None,
        "cells": code.cells,
        "centre": layers.centre.tolist(),
        "factor": layers.factor.tolist(),
        "moveOf": by_seat(code.move_of),
        "actionOf": by_seat(code.action_of),
        "form": form(code) if isinstance(code, FormCode) else None,
    }


def by_seat(table: np.ndarray) -> list[list[int]]:
    """The rows of a table, one for each seat; one alone where all are the same."""
    rows: list[list[int]] = table.tolist()
    return rows[:1] if all(row == rows[0] for row in rows) else rows


def form(code: FormCode) -> dict[str, Any]:
    """The form of a network."""
    return {name: np.asarray(getattr(code, field)).tolist() for field, name in FORM.items()}


def main() -> None:
    """Write the folder that the command line names."""
    folder = Path(sys.argv[1])
    games = {}
    for setting in every_setting():
        network = network_of(setting)
        for name, shipped in shipped_networks().items():
            if shipped is network:
                games[key_of(setting)] = row(setting, network, name)
                shutil.copy(NETWORKS / name, folder)
    described = json.loads(ENTRIES.read_text(encoding="utf-8"))
    entries = {name: {"kinds": entry["kinds"]} for name, entry in described["entries"].items()}
    (folder / "networks.json").write_text(json.dumps({"entries": entries, "games": games}), encoding="utf-8")


if __name__ == "__main__":
    main()
