"""Views as vectors of small numbers, and moves as small action numbers: for learning, and for players that learned.

`Encoding.of(setting)` says what the cells of a vector and the actions of a game are. The kernels that write them are in
`draft_cells`, `battle_cells` and `roll_cells`, one for each table kind. `forms` has what our networks make of them
where it does not matter at which place a die lies.
"""

from __future__ import annotations

from okawari.encoding.encoding import Encoding as Encoding
