"""The bot that plays by a trained network, without searching."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from okawari.bots.bot import Bot
from okawari.bots.nearest import name_of, nearest
from okawari.bots.network_file import NetworkError, NetworkFile, have_the_same_cells
from okawari.bots.network_kernels import NETWORK_KERNELS, Code, FormCode, Layers
from okawari.bots.stream import Stream
from okawari.encoding import Encoding
from okawari.game import Move, Setting, View
from okawari.rules.dealer import QUICK
from okawari.rules.table_kernels import new_dealer

SUFFIX = ".okawari"


class Player(NamedTuple):
    """A network that plays a setting, as kernels take it."""

    code: Code | FormCode
    layers: Layers


class NetworkBot(Bot):
    """Plays the move that a network prefers: one of those that ship with Okawari, or that of a `file`."""

    def __init__(self, seed: int = 0, file: str | None = None) -> None:
        super().__init__(seed)
        self._networks = tuple(shipped_networks().values()) if file is None else (read_network(file),)
        self._players: dict[Setting, Player] = {}
        self._dealer = new_dealer(QUICK)

    def prepare(self, setting: Setting) -> None:
        """Find the network for a setting; `NetworkError` if none fits."""
        if setting not in self._players:
            self._players[setting] = player_for(setting, self._networks)

    def choose(self, view: View) -> Move:
        """The preferred move; `NetworkError` if no network fits the game."""
        self.prepare(view.setting)
        return preferred_move(view, *self._players[view.setting], self.random, self._dealer)


def player_for(setting: Setting, networks: Sequence[NetworkFile]) -> Player:
    """The network for a setting, as kernels take it; `NetworkError` if none fits."""
    return Player(code_of(setting), layers_for(setting, fitting(setting, networks)))


def preferred_move(view: View, code: Code | FormCode, layers: Layers, random: Stream, dealer: np.ndarray) -> Move:
    """The move that a network prefers; the dealer breaks ties, with luck from the random stream."""
    seat = view.seat
    if seat is None:
        raise ValueError("A spectator has nothing to choose.")
    dealer["stream"] = random.bits()
    table = view.imagine(random.bits())
    number = NETWORK_KERNELS[view.setting.table_kind].choose(table, dealer, seat, code, layers)
    return view.notation.move(int(number))


def fitting(setting: Setting, networks: Sequence[NetworkFile]) -> NetworkFile:
    """The network for a setting: that of the same game with the nearest number of seats, rather more than fewer.

    In drafting a network knows other numbers of seats, too; players that it has no cells for are ignored.
    """
    by_name = {name_of(known): network for network in networks for known in network.settings}
    names = sorted(by_name, key=lambda name: -int(name.split()[-1]))
    if names:
        name = nearest(setting, names)
        same_game = name.split()[:-1] == name_of(setting).split()[:-1]
        if same_game and have_the_same_cells(Encoding.of(setting), by_name[name].encoding):
            return by_name[name]
    raise NetworkError(
        f"There is no network for {name_of(setting)!r}; there are some for: {', '.join(sorted(by_name)) or '–'}. "
        "Train one with: okawari train"
    )


def code_of(setting: Setting) -> Code | FormCode:
    """What kernels need of the encoding of a setting."""
    encoding = Encoding.of(setting)
    code, form = Code(encoding.move_of, encoding.action_of, len(encoding.cells)), encoding.form
    if form is None:
        return code
    return FormCode(*code, form.input_of, form.marks, form.term_cells, form.term_outputs, form.faces, form.terms_of)


def layers_for(setting: Setting, network: NetworkFile) -> Layers:
    """The weights of a network for kernels: with those of as many inputs as a setting has."""
    n = min(len(Encoding.of(setting).inputs), len(network.encoding.inputs))
    centre, factor = (numbers[:n] for numbers in network.encoding.input_scales)
    weights = {**network.weights, "first": network.weights["first"][:n], "centre": centre, "factor": factor}
    return Layers(**{name: np.ascontiguousarray(values, np.float32) for name, values in weights.items()})


def read_network(file: str | Path) -> NetworkFile:
    """Read a network from a file; `NetworkError` if there is none, or one for other cells."""
    try:
        content = Path(file).read_bytes()
    except OSError as problem:
        raise NetworkError(f"{file} cannot be read: {problem.strerror}.") from problem
    return NetworkFile.from_bytes(content, str(file))


@cache
def shipped_networks() -> dict[str, NetworkFile]:
    """The networks that ship with Okawari, by the names of their files."""
    folder = resources.files("okawari.bots.networks")
    files = sorted((path for path in folder.iterdir() if path.name.endswith(SUFFIX)), key=lambda path: path.name)
    return {path.name: NetworkFile.from_bytes(path.read_bytes(), path.name) for path in files}
