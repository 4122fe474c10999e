"""Sushi Go! for PettingZoo: two to five players draft cards, all at once.

```python
>>> from okawari.envs import sushi_go_v0
>>> env = sushi_go_v0.parallel_env(seats=4)
>>> seen, infos = env.reset(seed=1)
>>> while env.agents:
...     actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
...     seen, rewards, over, cut, infos = env.step(actions)
>>> round(sum(rewards.values()), 4)
1.0

```

All seats choose at the same time, so the native interface is `parallel_env`; `env` is the same game by PettingZoo's own
wrapper, in which agents act one after the other without seeing each other's choices.

Arguments: `menu`, `seats`, `dessert`, `variant`, `must_have_maki` as in `okawari.new`; `reward` (`win`, `margin`,
`points`) and `reward_when` (`final`, `round`): see `okawari.envs.tables.Rewards`; `critic`: whether observations have
`secrets`, the cells that the agent may not know; `illegal`: `refuse`, or `replace` an illegal action by a random legal
one; `max_cycles`; `render_mode`: `human` prints the table, `ansi` returns it.

An observation is a dictionary: `observation` are cells from 0 to 255, `action_mask` has 1 for each legal action and is
never all zero; it is in `info`, too. `state()` is all that is on the table, hidden cards included. At the end, `info`
has `points` and `share`, the share of the win. `env.unwrapped.cells` and `.actions` name every cell and action.

These are the cells and actions of the default setting with two seats; others have more or fewer of the same kind.

| cells | block | words |
|---|---|---|
| 0-11 | hand | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, pudding |
| 12-23 | hand has | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, pudding |
| 24-35 | hand has two | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, pudding |
| 36-47 | unseen | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, pudding |
| 48-50 | round | 1, 2, 3 |
| 51-60 | turns left | 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 |
| 61-71 | plate | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks |
| 72 | plate desserts | pudding |
| 73-76 | plate counts | open wasabi, nigiri points, maki, points now |
| 77-81 | plate sets | tempura alone, sashimi alone, sashimi twice, chopsticks, squishy |
| 82-86 | plate dumplings | at least 1, at least 2, at least 3, at least 4, at least 5 |
| 87 | plate dessert | amount |
| 88 | points | own |
| 89-100 | next1 hand | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, pudding |
| 101 | next1 unseen | cards |
| 102-112 | next1 plate | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks |
| 113 | next1 plate desserts | pudding |
| 114-117 | next1 plate counts | open wasabi, nigiri points, maki, points now |
| 118-122 | next1 plate sets | tempura alone, sashimi alone, sashimi twice, chopsticks, squishy |
| 123-127 | next1 plate dumplings | at least 1, at least 2, at least 3, at least 4, at least 5 |
| 128 | next1 plate dessert | amount |
| 129-130 | more than next1 | points, points with plates |
| 131-132 | more than next1 of | dessert, maki |

| actions | first | last |
|---|---|---|
| 0-11 | tempura | pudding |
| 12-92 | tempura+tempura | squid+wasabi |

History: v0, the first version.
"""

# ruff: noqa: E501

from __future__ import annotations

from okawari.envs.zoo import makers

env, parallel_env = makers("sushi_go_v0", menu="sushi-go-first")
