"""Environments of others beside ours: `make bench-research` measures all in one run and writes benchmarks/RESEARCH.md.

Each plays random legal actions, and observations are made in every step. An agent-step is one action of one player:
where players take turns, an env-step is one agent-step. Ours are measured in turns with the others; ratios decide.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from bench import machine, seconds
from okawari.envs import sushi_go_v0
from okawari.envs.tables import Tables
from okawari.game.setting import Setting

RESULTS = Path(__file__).with_name("RESEARCH.md")
#: Tables of vector environments: ours and those of Pgx.
TABLES = 16_384
ROUNDS = 5
#: How many times the best of the others ours should be.
ASKED = 10


class Contender(NamedTuple):
    """An environment: a name, a function that plays for a while, and the agent-steps that it takes meanwhile."""

    name: str
    play: Callable[[], int]


def ours() -> Contender:
    """Our vector environment on one core, first edition with two players."""
    tables = Tables(Setting.of("sushi-go-first", 2), TABLES, cores=1, keeps_final=False)
    tables.reset(np.arange(TABLES))

    def play() -> int:
        for _ in range(20):
            tables.step(tables.random_actions())
        return 20 * tables.rows

    return Contender(f"Okawari, {TABLES:,} tables in one array, one core", play)


def our_pettingzoo() -> Contender:
    """Our PettingZoo environment, stepped from Python."""
    env, random = sushi_go_v0.parallel_env(), np.random.default_rng(1)

    def play() -> int:
        seen, _ = env.reset(seed=int(random.integers(1 << 30)))
        steps = 0
        while env.agents:
            masks = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in env.agents}
            seen, *_ = env.step({agent: random.choice(legal) for agent, legal in masks.items()})
            steps += len(masks)
        return steps

    return Contender("Okawari, PettingZoo from Python", play)


def open_spiel(name: str) -> Contender:
    """A card game of OpenSpiel, written in C++, stepped from Python with an observation in every step.

    Of a game without observations it is the information state.
    """
    game, random = pyspiel.load_game(name), Random(1)
    observed = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
                continue
            getattr(state, observed)()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return Contender(f"OpenSpiel, {name} in C++ from Python", play)


def pgx(name: str) -> Contender:
    """A game of Pgx, compiled by JAX for the processor, at the same number of tables; all cores that JAX takes."""
    jax, made = import_module("jax"), import_module("pgx").make(name)
    step = import_module("pgx.experimental").auto_reset(made.step, made.init)

    def random_step(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step(state, jax.random.categorical(key, logits), key)

    def all_tables(state: Any, key: Any) -> Any:
        return jax.vmap(random_step)(state, jax.random.split(key, TABLES)), None

    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(all_tables, state, jax.random.split(key, 20))[0]

    compiled = jax.jit(many)
    state = jax.jit(jax.vmap(made.init))(jax.random.split(jax.random.key(1), TABLES))
    keys = iter(jax.random.split(jax.random.key(2), 64))
    held = [compiled(state, next(keys))]

    def play() -> int:
        held[0] = jax.block_until_ready(compiled(held[0], next(keys)))
        return 20 * TABLES

    return Contender(f"Pgx, {name}, {TABLES:,} tables", play)


def measure(contenders: list[Contender]) -> dict[str, float]:
    """Agent-steps a second of each, measured in turns; the median."""
    speeds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for _ in range(ROUNDS):
        for name, play in contenders:
            steps: list[int] = []
            taken = seconds(lambda play=play, steps=steps: steps.append(play()))
            speeds[name].append(sum(steps) / taken)
    return {name: statistics.median(each) for name, each in speeds.items()}


def report() -> str:
    """Measure everything; return the page of results."""
    first = ours()
    contenders = [first, our_pettingzoo(), *map(open_spiel, ("gin_rummy", "hearts", "leduc_poker"))]
    contenders += [pgx(name) for name in ("leduc_holdem", "sparrow_mahjong")]
    speeds = measure(contenders)
    best = max(speed for name, speed in speeds.items() if name != first.name)
    lines = [
        "# Environments of others beside ours",
        "",
        "Made by `make bench-research`. " + machine(),
        "",
        "Random legal actions, an observation in every step; measured in turns in one run.",
        "",
        "| environment | agent-steps a second | ours is |",
        "|---|---|---|",
        *(f"| {name} | {speed:,.0f} | {speeds[first.name] / speed:,.1f} times |" for name, speed in speeds.items()),
        "",
        f"Ours is {speeds[first.name] / best:.1f} times the best of the others; asked were {ASKED}.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page, and print it."""
    text = report()
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
