"""Sushi Roll for PettingZoo: two to five players keep dice, one after the other.

```python
>>> from okawari.envs import sushi_roll_v0
>>> env = sushi_roll_v0.env(seats=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, over, cut, info = env.last()
...     action = None if over or cut else env.action_space(agent).sample(seen["action_mask"])
...     env.step(action)

```

Players take turns, and may act several times in one: re-roll, swap, then keep. So the native interface is `env`. In
`parallel_env` an agent whose turn it is not can only `wait`.

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
| 0-2 | round | 1, 2, 3 |
| 3-10 | turns left | 1, 2, 3, 4, 5, 6, 7, 8 |
| 11-12 | to move | own, next1 |
| 13-14 | red belt | own, next1 |
| 15-17 | supply | pudding, menu, chopsticks |
| 18 | points | own |
| 19-23 | own die 1 | appetizer, maki, nigiri, special, pudding |
| 24-40 | own face 1 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 41-45 | own die 2 | appetizer, maki, nigiri, special, pudding |
| 46-62 | own face 2 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 63-67 | own die 3 | appetizer, maki, nigiri, special, pudding |
| 68-84 | own face 3 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 85-89 | own die 4 | appetizer, maki, nigiri, special, pudding |
| 90-106 | own face 4 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 107-111 | own die 5 | appetizer, maki, nigiri, special, pudding |
| 112-128 | own face 5 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 129-133 | own die 6 | appetizer, maki, nigiri, special, pudding |
| 134-150 | own face 6 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 151-155 | own die 7 | appetizer, maki, nigiri, special, pudding |
| 156-172 | own face 7 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 173-177 | own die 8 | appetizer, maki, nigiri, special, pudding |
| 178-194 | own face 8 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 195-204 | own tray | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi |
| 205-208 | own tray counts | open wasabi, nigiri points, maki, points now |
| 209-211 | own tokens | pudding, menu, chopsticks |
| 212-216 | next1 die 1 | appetizer, maki, nigiri, special, pudding |
| 217-233 | next1 face 1 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 234-238 | next1 die 2 | appetizer, maki, nigiri, special, pudding |
| 239-255 | next1 face 2 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 256-260 | next1 die 3 | appetizer, maki, nigiri, special, pudding |
| 261-277 | next1 face 3 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 278-282 | next1 die 4 | appetizer, maki, nigiri, special, pudding |
| 283-299 | next1 face 4 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 300-304 | next1 die 5 | appetizer, maki, nigiri, special, pudding |
| 305-321 | next1 face 5 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 322-326 | next1 die 6 | appetizer, maki, nigiri, special, pudding |
| 327-343 | next1 face 6 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 344-348 | next1 die 7 | appetizer, maki, nigiri, special, pudding |
| 349-365 | next1 face 7 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 366-370 | next1 die 8 | appetizer, maki, nigiri, special, pudding |
| 371-387 | next1 face 8 | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi, menu1, menu2, chopsticks1, chopsticks2, pudding1, pudding2, pudding3 |
| 388-397 | next1 tray | tempura, sashimi, dumpling, maki1, maki2, maki3, egg, salmon, squid, wasabi |
| 398-401 | next1 tray counts | open wasabi, nigiri points, maki, points now |
| 402-404 | next1 tokens | pudding, menu, chopsticks |
| 405-406 | more than next1 | points, points with plates |
| 407-408 | more than next1 of | dessert, maki |

| actions | first | last |
|---|---|---|
| 0-7 | keep1 | keep8 |
| 8-262 | reroll1 | reroll12345678 |
| 263-326 | swap1:next1:1 | swap8:next1:8 |
| 327 | wait | wait |

History: v0, the first version.
"""

# ruff: noqa: E501

from __future__ import annotations

from okawari.envs.zoo import makers

env, parallel_env = makers("sushi_roll_v0", menu="sushi-roll")
