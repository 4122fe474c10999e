"""Environments for learning. No rule is in them: they ask the engine.

| interface | where |
|---|---|
| Gymnasium, one agent against bots | `gymnasium.make("okawari/SushiGo-v0")`: see `okawari.envs.gym` |
| Gymnasium, many tables in one array | `gymnasium.make_vec("okawari/SushiGo-v0")`: see `okawari.envs.vector` |
| PettingZoo | `okawari.envs.sushi_go_v0`, `sushi_battle_v0`, `sushi_roll_v0` |
| OpenSpiel | `okawari.envs.openspiel` |
| PufferLib | `okawari.envs.puffer` |

Importing this package registers the ids `okawari/SushiGo-v0`, `okawari/SushiBattle-v0` and `okawari/SushiRoll-v0` with
Gymnasium, if it is installed.
"""

from __future__ import annotations

from importlib.util import find_spec

#: The games with an id of their own, and what distinguishes them; every other option of a setting is an argument.
GAMES = {
    "SushiGo": {"menu": "sushi-go-first"},
    "SushiBattle": {"menu": "sushi-go-anniversary", "variant": "battle"},
    "SushiRoll": {"menu": "sushi-roll"},
}


def _register() -> None:
    """Tell Gymnasium the ids."""
    from gymnasium.envs.registration import register

    for name, kwargs in GAMES.items():
        register(
            id=f"okawari/{name}-v0",
            entry_point="okawari.envs.gym:SushiEnv",
            vector_entry_point="okawari.envs.vector:SushiVectorEnv",
            kwargs=kwargs,
        )


if find_spec("gymnasium"):
    _register()
