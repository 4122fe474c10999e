"""MaskablePPO of sb3-contrib against a bot: the environment as it is, masks included.

pip install torch==2.13.0 sb3-contrib; python examples/maskable_ppo.py [STEPS] [GAMES]
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO

import okawari.envs

ID = f"okawari/{next(iter(okawari.envs.GAMES))}-v0"


def wins(model: Any, games: int) -> float:
    """The share of games that the model wins."""
    env, share = gymnasium.make(ID, opponents="random"), 0.0
    for seed in range(games):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
            seen, _, over, _, info = env.step(action)
        share += info["share"]
    return share / games


def main(steps: int = 40_000, games: int = 100) -> None:
    """Train, and print the share of wins before and after."""
    env = gymnasium.make(ID, opponents="random", reward="margin", reward_when="round")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=min(2048, steps), gamma=1.0, seed=1, device="cpu")
    print(f"before: {wins(model, games):.0%} of the games won")
    model.learn(steps)
    print(f"after {steps:,} steps: {wins(model, games):.0%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
