"""Write the networks of the npm package into a folder: the files, and networks.json, which says what games they play.

`python js/network_tables.py FOLDER`
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from bot_tables import every_setting, key_of
from okawari import Setting
from okawari.bots.guided import guide_for, network_for
from okawari.bots.network import shipped_networks
from okawari.encoding import Encoding

HERE = Path(__file__).resolve().parent
NETWORKS = HERE.parent / "src" / "okawari" / "bots" / "networks"
ENTRIES = HERE.parent / "build" / "kernels" / "wasm-networks" / "networks.json"


def row(setting: Setting, file: str) -> dict[str, Any]:
    """What kernels need to know of a game and its network; actions are the same for every seat."""
    guide, encoding = guide_for(setting), Encoding.of(setting)
    assert guide is not None
    assert (encoding.move_of == encoding.move_of[0]).all()
    assert (encoding.action_of == encoding.action_of[0]).all()
    return {
        "file": file,
        "cells": len(encoding.cells),
        "centre": guide.layers.centre.tolist(),
        "factor": guide.layers.factor.tolist(),
        "moveOf": encoding.move_of[0].tolist(),
        "actionOf": encoding.action_of[0].tolist(),
    }


def main() -> None:
    """Write the folder that the command line names."""
    folder = Path(sys.argv[1])
    games = {}
    for setting in every_setting():
        network = network_for(setting)
        for name in (name for name, shipped in shipped_networks().items() if shipped is network):
            games[key_of(setting)] = row(setting, name)
            shutil.copy(NETWORKS / name, folder)
    described = json.loads(ENTRIES.read_text(encoding="utf-8"))
    entries = {name: {"kinds": entry["kinds"]} for name, entry in described["entries"].items()}
    (folder / "networks.json").write_text(json.dumps({"entries": entries, "games": games}), encoding="utf-8")


if __name__ == "__main__":
    main()
