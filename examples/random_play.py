"""Random play in a vector environment: how many points, how many wins, and how fast.

python examples/random_play.py [TABLES]
"""

from __future__ import annotations

import sys
import time

from okawari.envs.vector import SushiVectorEnv


def main(tables: int = 4096) -> None:
    """Play one game at each table, all seats at random, then one against the greedy bot."""
    for opponents in (None, "greedy"):
        seats = 2
        rows = tables * seats if opponents is None else tables
        envs = SushiVectorEnv(rows, "sushi-go-first", seats, opponents=opponents, copy=False)
        envs.reset(seed=1)
        begun, steps, over = time.perf_counter(), 0, False
        while not over:
            _, _, ended, _, info = envs.step(envs.random_actions())
            over = bool(ended.all())
            steps += rows
        taken = time.perf_counter() - begun
        who = opponents or "each other"
        print(f"against {who}: {info['points'].mean():.1f} points, {info['share'].mean():.1%} of the wins")
        print(f"{steps / taken:,.0f} steps a second")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
