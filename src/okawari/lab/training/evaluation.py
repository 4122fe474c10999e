"""How often a network wins against fixed bots: every deal from each seat, so that luck cancels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from okawari.envs.tables import Tables
from okawari.game import Setting
from okawari.lab.intervals import Mean, share
from okawari.lab.training.network import Network, best

#: Opponents that play inside kernels.
OPPONENTS = ("hana", "taro")
#: The first seed of deals, which no training uses.
_DEALS = 1 << 62


def win_share(network: Network, setting: Setting, opponent: str, deals: int) -> Mean:
    """The share of games that a network wins with all other seats played by a bot, always with its best action.

    Bots have luck of their own, so the cards of a deal are the same at each seat.
    """
    by_seat = [_shares(network, setting, opponent, deals, seat) for seat in range(setting.seats)]
    mean = share()
    for won in np.sum(by_seat, axis=0):
        mean.add(float(won), setting.seats)
    return mean


def _shares(network: Network, setting: Setting, opponent: str, deals: int, seat: int) -> npt.NDArray[np.float64]:
    """The share of the win at one seat, in each deal."""
    opponents = [opponent] * (setting.seats - 1)
    tables = Tables(setting, deals, opponents=opponents, seat=seat, keeps_final=False, cores=1)
    tables.reset(np.arange(_DEALS, _DEALS + deals, dtype=np.int64))
    buffers, shares = tables.buffers, np.full(deals, np.nan)
    while np.isnan(shares).any():
        with torch.no_grad():
            preferences, _ = network(torch.from_numpy(buffers.observations))
        tables.step(best(preferences, torch.from_numpy(buffers.masks)).numpy())
        # Tables that are done play on with further deals, which do not count.
        first = buffers.terminations & np.isnan(shares)
        shares[first] = buffers.shares[first]
    return shares
