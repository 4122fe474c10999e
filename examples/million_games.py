"""A million random games, and a picture of how many points they end with.

python examples/million_games.py [GAMES] [PICTURE]
"""

from __future__ import annotations

import sys

import matplotlib as mpl
import numpy as np

from okawari import bulk

mpl.use("Agg")
import matplotlib.pyplot as plt


def main(games: str = "1000000", picture: str = "points.png") -> None:
    """Play the games in batches, count the points of all seats, and draw a histogram for each number of seats."""
    for seats in (2, 3, 4, 5):
        counts = np.zeros(120, np.int64)
        for batch in range(0, int(games), 65_536):
            tables = bulk.deal("sushi-go-first", seats, min(65_536, int(games) - batch), seed=batch)
            bulk.play_out(tables)
            counts += np.bincount(np.clip(bulk.points(tables), 0, 119).ravel(), minlength=120)
        mean = float((counts * np.arange(120)).sum() / counts.sum())
        print(f"{seats} players: {mean:.1f} points on average")
        plt.plot(counts / counts.sum(), label=f"{seats} players")
    plt.xlabel("points")
    plt.ylabel("share of the players")
    plt.legend()
    plt.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
