"""Sushi battle for PettingZoo: two players take cards from a pyramid, one after the other.

```python
>>> from okawari.envs import sushi_battle_v0
>>> env = sushi_battle_v0.env(dessert="tea")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, over, cut, info = env.last()
...     action = None if over or cut else env.action_space(agent).sample(seen["action_mask"])
...     env.step(action)

```

Players take turns, so the native interface is `env`. In `parallel_env` the agent whose turn it is not can only `wait`.

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
| 0-13 | card at place1 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 14-27 | card at place2 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 28-41 | card at place3 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 42-55 | card at place4 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 56-69 | card at place5 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 70-83 | card at place6 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 84-97 | card at place7 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 98-111 | card at place8 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 112-125 | card at place9 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 126-139 | card at place10 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 140-153 | card at place11 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 154-167 | card at place12 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 168-181 | card at place13 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 182-195 | card at place14 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 196-209 | card at place15 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 210-223 | card at place16 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 224-237 | card at place17 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 238-251 | card at place18 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 252-265 | card at place19 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 266-279 | card at place20 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 280-299 | face down | place1, place2, place3, place4, place5, place6, place7, place8, place9, place10, place11, place12, place13, place14, place15, place16, place17, place18, place19, place20 |
| 300-319 | free | place1, place2, place3, place4, place5, place6, place7, place8, place9, place10, place11, place12, place13, place14, place15, place16, place17, place18, place19, place20 |
| 320-333 | unseen | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks, strawberry2, strawberry3, strawberry4 |
| 334-336 | acts | own turn, second card, started |
| 337 | left | cards |
| 338-340 | round | 1, 2, 3 |
| 341-351 | plate | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks |
| 352-354 | plate desserts | strawberry2, strawberry3, strawberry4 |
| 355-358 | plate counts | open wasabi, nigiri points, maki, points now |
| 359-363 | plate sets | tempura alone, sashimi alone, sashimi twice, chopsticks, squishy |
| 364-368 | plate dumplings | at least 1, at least 2, at least 3, at least 4, at least 5 |
| 369 | plate dessert | amount |
| 370 | points | own |
| 371-381 | next1 plate | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, chopsticks |
| 382-384 | next1 plate desserts | strawberry2, strawberry3, strawberry4 |
| 385-388 | next1 plate counts | open wasabi, nigiri points, maki, points now |
| 389-393 | next1 plate sets | tempura alone, sashimi alone, sashimi twice, chopsticks, squishy |
| 394-398 | next1 plate dumplings | at least 1, at least 2, at least 3, at least 4, at least 5 |
| 399 | next1 plate dessert | amount |
| 400-401 | more than next1 | points, points with plates |
| 402-403 | more than next1 of | dessert, maki |

| actions | first | last |
|---|---|---|
| 0-19 | place1 | place20 |
| 20-39 | chopsticks+place1 | chopsticks+place20 |
| 40 | wait | wait |

History: v0, the first version.
"""

# ruff: noqa: E501

from __future__ import annotations

from okawari.envs.zoo import makers

env, parallel_env = makers("sushi_battle_v0", menu="sushi-go-anniversary", variant="battle")
