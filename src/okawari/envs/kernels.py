"""The kernels of environments: they play a step at many tables, and write observations, masks and rewards.

Some seats of a table are *agents*, whose actions come from outside; bots play the others. Every agent has a row in the
buffers: the rows of a table follow each other, in the order of seats. A step asks all agents; if none of them has a
choice, the bots go on alone, so that in a step some agent has one.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from okawari.bots.heuristic import battle_move, draft_move, roll_move
from okawari.bots.shares import share_won
from okawari.encoding import battle_cells, draft_cells, roll_cells
from okawari.encoding.plate_cells import MOST_PLATE_CELLS, SLACK, STANDINGS
from okawari.rules import battle, draft, events, roll
from okawari.rules.dealer import DEALER
from okawari.rules.kernel import array, entry_point, kernel, record_type, wraps_around
from okawari.rules.mixing import GOLDEN, splitmix, stream_at
from okawari.rules.plates import DINERS
from okawari.rules.scoring import margin, standing

NO_MOVE = draft.NO_MOVE
#: What happens to a table whose game is over: it is dealt anew by the next step, by the same one, or not by itself.
NEXT_STEP, SAME_STEP, NEVER = range(3)
#: What is rewarded: the share of the win, the margin over the best other seat, the points.
WIN, MARGIN, POINTS = range(3)
#: Who plays a seat that is no agent: a bot that plays at random, or the heuristic.
AT_RANDOM, HEURISTIC = range(2)

#: The moments of a seed from which streams start: that of the deals, and that of bots and random actions.
DEALS, BOTS = 1, 2

#: What an environment keeps of a table besides the table itself. `luck` is the stream of bots and random actions, which
#: is not that of the deals. `pending` is the move of the seat `actor` that has yet to choose for the extra plate, and
#: `choices` the moves of the others meanwhile. `finished` is 1 if the table waits to be dealt anew. `before` is what
#: was rewarded already.
STATE = record_type(
    [
        ("luck", np.uint64),
        ("before", np.float32, DINERS),
        ("choices", np.int16, DINERS),
        ("pending", np.int16),
        ("actor", np.int8),
        ("finished", np.int8),
    ]
)


class Play(NamedTuple):
    """What is played, and by whom: constants of an environment.

    `numbers` is the setting; `agents` has a bit for each seat that is an agent. `bots` is who plays each seat
    otherwise, by which `weights`. `move_of` and `action_of` are the tables of `encoding.actions`.
    """

    numbers: Any
    agents: Any
    bots: Any
    weights: Any
    move_of: Any
    action_of: Any
    reward: Any
    by_round: Any
    autoreset: Any
    wait: Any


class Buffers(NamedTuple):
    """What is written for each agent. `final` has the observations of ended games, if these are dealt anew at once."""

    observations: Any
    secrets: Any
    masks: Any
    rewards: Any
    terminations: Any
    shares: Any
    points: Any
    final: Any
    final_secrets: Any


PLAY = (
    Play,
    array(np.int64),
    int,
    array(np.int64),
    array(np.float64, 2),
    array(np.int16, 2),
    array(np.int16, 2),
    *[int] * 4,
)
_CELLS = array(np.uint8, 2)
BUFFERS = (
    Buffers,
    _CELLS,
    _CELLS,
    array(np.int8, 2),
    array(np.float32),
    array(np.bool_),
    array(np.float32),
    array(np.int16),
    _CELLS,
    _CELLS,
)


class Scratch(NamedTuple):
    """Arrays that a kernel needs for a while: cells of plates, their standings, an observation, moves."""

    plates: Any
    standings: Any
    cells: Any
    moves: Any


class EnvKernels(NamedTuple):
    """The kernels of environments of one table kind; those with `start` and `end` work on that range of tables.

    `reset` deals the tables anew whose `wanted` is set, with the luck of their seed, or with further luck where that is
    negative; `step` plays the actions. Both write the buffers. `random_actions` writes an action for each agent.
    `observe` writes the observation of any seat of the first table.
    """

    reset: Callable[..., Any]
    step: Callable[..., Any]
    random_actions: Callable[..., Any]
    observe: Callable[..., Any]


@kernel
def measured(table, seat, reward):
    """What a seat has so far, by what is rewarded."""
    if reward == WIN:
        return np.float32(share_won(table, seat) if table.over else 0.0)
    return np.float32(margin(table, seat) if reward == MARGIN else standing(table, table.points[seat]))


_CHECKED = (array(STATE), array(np.int8, 2), array(np.int64), int, int, int)


@kernel
def is_legal(masks, row, action):
    """Whether the mask of a row allows an action."""
    return 0 <= action < masks.shape[1] and masks[row, action] > 0


@entry_point(*_CHECKED)
def first_illegal(states, masks, actions, agents, start, end):
    """The first row of a range of tables whose action its mask does not allow, or -1. Finished tables take any."""
    for i in range(start, end):
        for row in range(i * agents, (i + 1) * agents):
            if not is_legal(masks, row, actions[row]) and not states[i].finished:
                return row
    return -1


@entry_point(*_CHECKED)
def replace_illegal(states, masks, actions, agents, start, end):
    """Replace the actions of a range of tables that their masks do not allow by random ones that they allow."""
    for i in range(start, end):
        for row in range(i * agents, (i + 1) * agents):
            if not is_legal(masks, row, actions[row]):
                actions[row] = random_legal(states[i], masks[row])


@kernel
@wraps_around
def random_legal(state, mask):
    """A random action that a mask allows."""
    state.luck += GOLDEN
    allowed = 0
    for action in range(mask.size):
        allowed += mask[action]
    skipped = np.int64((splitmix(state.luck) >> np.uint64(1)) % np.uint64(allowed))
    action = np.int64(0)
    while skipped or mask[action] == 0:
        skipped -= mask[action]
        action += 1
    return action


@kernel
def new_scratch(cells, moves):
    """Scratch arrays for observations of some cells, and for a table kind with some moves."""
    return Scratch(
        np.zeros((DINERS, MOST_PLATE_CELLS + SLACK), np.uint8),
        np.zeros((DINERS, STANDINGS), np.int64),
        np.zeros(cells + SLACK, np.uint8),
        np.empty(moves, np.int16),
    )


@kernel
def copy_cells(cells, out):
    """Copy as many cells as `out` has room for."""
    for i in range(out.size):
        out[i] = cells[i]


def _env_kernels(kind: ModuleType, cells: ModuleType, heuristic: Any) -> EnvKernels:
    """The kernels of a table kind; they refer to its modules, constants, so that Numba can compile them."""
    name = kind.__name__.rpartition(".")[2]
    tables_type, states_type, dealers_type = array(kind.TABLE), array(STATE), array(DEALER)

    def entry(*types: Any) -> Callable[[Callable[..., Any]], Any]:
        return lambda function: entry_point(*types, name=f"{name}_env_{function.__name__}")(function)

    @kernel
    def agent_may_choose(table, agents):
        for seat in range(table.seats):
            if agents >> seat & 1 and kind.may_choose(table, seat):
                return True
        return False

    @kernel
    def bot_move(table, dealer, seat, play, buffer):
        if play.bots[seat] == AT_RANDOM:
            return np.int64(kind.random_move(table, dealer, seat))
        return np.int64(heuristic(table, dealer, seat, play.weights[seat], buffer))

    @kernel
    def let_bots_play(table, state, dealer, play, buffer):
        """Play the turns in which only bots have a choice."""
        while not table.over and not agent_may_choose(table, play.agents):
            for seat in range(table.seats):
                if kind.may_choose(table, seat):
                    dealer.stream, state.luck = state.luck, dealer.stream
                    state.choices[seat] = bot_move(table, dealer, seat, play, buffer)
                    dealer.stream, state.luck = state.luck, dealer.stream
            kind.step(table, dealer, state.choices)

    @kernel
    def deal(table, state, dealer, play, buffer):
        """Deal a table anew, and go on to the first choice of an agent."""
        numbers = play.numbers
        kind.set_table(table, dealer, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        state.pending = NO_MOVE
        state.finished = 0
        for seat in range(table.seats):
            state.before[seat] = 0
        let_bots_play(table, state, dealer, play, buffer)

    @kernel
    def choose_all(table, state, dealer, play, actions, row, buffer):
        """Take the choices of all seats; True if the turn can be played, False if one needs a further action."""
        if state.pending != NO_MOVE:
            at = agent_row(state.actor, play.agents, row)
            state.choices[state.actor] = cells.with_extra(state.pending, actions[at])
            state.pending = NO_MOVE
            return True
        for seat in range(table.seats):
            is_agent = play.agents >> seat & 1
            if kind.may_choose(table, seat):
                if is_agent:
                    state.choices[seat] = play.move_of[seat, actions[row]]
                    if cells.completes(table, seat):
                        state.pending = state.choices[seat]
                        state.actor = seat
                else:
                    dealer.stream, state.luck = state.luck, dealer.stream
                    state.choices[seat] = bot_move(table, dealer, seat, play, buffer)
                    dealer.stream, state.luck = state.luck, dealer.stream
            row += is_agent
        return state.pending == NO_MOVE

    @kernel
    def write_rewards(table, state, play, buffers, row):
        """Write the reward of each agent and whether its game is over."""
        for seat in range(table.seats):
            if play.agents >> seat & 1 == 0:
                continue
            reward = np.float32(0)
            if play.by_round or table.over:
                now = measured(table, seat, play.reward)
                reward = now - state.before[seat]
                state.before[seat] = now
            buffers.rewards[row] = reward
            buffers.terminations[row] = table.over
            if table.over:
                buffers.shares[row] = share_won(table, seat)
                buffers.points[row] = table.points[seat]
            row += 1

    @kernel
    def write_cells(table, state, agents, scratch, observations, secrets, row):
        """Write the observation of each agent."""
        cells.write_plates(table, scratch.plates, scratch.standings)
        for seat in range(table.seats):
            if agents >> seat & 1:
                pending = state.pending if seat == state.actor else np.int16(NO_MOVE)
                write_seat(table, seat, pending, scratch, observations[row], secrets[row])
                row += 1

    @kernel
    def write_seat(table, seat, pending, scratch, observation, secrets):
        """Write the observation of a seat, once the cells of plates are written."""
        cells.write_cells(table, seat, pending, scratch.plates, scratch.standings, scratch.cells)
        copy_cells(scratch.cells, observation)
        if secrets.size:
            cells.write_secrets(table, seat, scratch.cells)
            copy_cells(scratch.cells, secrets)

    @kernel
    def write_masks(table, state, play, masks, row, buffer):
        """Write the mask of each agent; one that has no choice may wait."""
        for seat in range(table.seats):
            if play.agents >> seat & 1:
                mask = masks[row]
                for action in range(mask.size):
                    mask[action] = 0
                busy = state.pending != NO_MOVE
                pending = state.pending if seat == state.actor else np.int16(NO_MOVE)
                waits = busy and seat != state.actor
                if waits or not cells.write_mask(table, seat, pending, play.action_of, buffer, mask):
                    mask[play.wait] = 1
                row += 1

    @entry(tables_type, states_type, dealers_type, array(np.bool_), array(np.int64), PLAY, BUFFERS, int, int)
    def reset(tables, states, dealers, wanted, seeds, play, buffers, start, end):
        scratch = new_scratch(max(buffers.observations.shape[1], buffers.secrets.shape[1]), kind.MOVES)
        agents = agent_count(play.agents)
        for i in range(start, end):
            if not wanted[i]:
                continue
            if seeds[i] >= 0:
                tables[i].stream = stream_at(seeds[i], DEALS)
                states[i].luck = stream_at(seeds[i], BOTS)
            dealers[0].stream = tables[i].stream
            deal(tables[i], states[i], dealers[0], play, scratch.moves)
            tables[i].stream = dealers[0].stream
            row = i * agents
            for at in range(row, row + agents):
                buffers.rewards[at] = 0
                buffers.terminations[at] = False
            write_cells(tables[i], states[i], play.agents, scratch, buffers.observations, buffers.secrets, row)
            write_masks(tables[i], states[i], play, buffers.masks, row, scratch.moves)

    @entry(tables_type, states_type, dealers_type, array(np.int64), PLAY, BUFFERS, int, int)
    def step(tables, states, dealers, actions, play, buffers, start, end):
        scratch = new_scratch(max(buffers.observations.shape[1], buffers.secrets.shape[1]), kind.MOVES)
        agents = agent_count(play.agents)
        problem = np.int64(events.FINE)
        for i in range(start, end):
            table, state, dealer, row = tables[i], states[i], dealers[0], i * agents
            dealer.stream = table.stream
            if state.finished:
                deal(table, state, dealer, play, scratch.moves)
                for at in range(row, row + agents):
                    buffers.rewards[at] = 0
                    buffers.terminations[at] = False
            else:
                if choose_all(table, state, dealer, play, actions, row, scratch.moves):
                    problem |= kind.step(table, dealer, state.choices)
                    let_bots_play(table, state, dealer, play, scratch.moves)
                write_rewards(table, state, play, buffers, row)
                if table.over and play.autoreset == SAME_STEP:
                    if buffers.final.size:
                        write_cells(table, state, play.agents, scratch, buffers.final, buffers.final_secrets, row)
                    deal(table, state, dealer, play, scratch.moves)
                state.finished = table.over and play.autoreset == NEXT_STEP
            table.stream = dealer.stream
            write_cells(table, state, play.agents, scratch, buffers.observations, buffers.secrets, row)
            write_masks(table, state, play, buffers.masks, row, scratch.moves)
        return problem

    @entry(tables_type, states_type, dealers_type, PLAY, array(np.int64), int, int)
    def random_actions(tables, states, dealers, play, actions, start, end):
        agents = agent_count(play.agents)
        for i in range(start, end):
            table, state, dealer, row = tables[i], states[i], dealers[0], i * agents
            dealer.stream = state.luck
            for seat in range(table.seats):
                if play.agents >> seat & 1:
                    actions[row] = play.wait
                    if state.pending != NO_MOVE:
                        if seat == state.actor:
                            actions[row] = cells.random_action(table, dealer, seat, state.pending, play.action_of)
                    elif kind.may_choose(table, seat):
                        actions[row] = cells.random_action(table, dealer, seat, np.int16(NO_MOVE), play.action_of)
                    row += 1
            state.luck = dealer.stream

    @entry(tables_type, int, int, array(np.int16, 2), int, array(np.uint8), array(np.uint8), array(np.int8))
    def observe(tables, seat, pending, action_of, wait, out, secrets, mask):
        scratch = new_scratch(max(out.size, secrets.size), kind.MOVES)
        cells.write_plates(tables[0], scratch.plates, scratch.standings)
        write_seat(tables[0], seat, np.int16(pending), scratch, out, secrets)
        for action in range(mask.size):
            mask[action] = 0
        if not cells.write_mask(tables[0], seat, np.int16(pending), action_of, scratch.moves, mask):
            mask[wait] = 1

    return EnvKernels(reset, step, random_actions, observe)


@kernel
def agent_count(agents):
    """How many seats are agents."""
    n = 0
    while agents:
        n += agents & 1
        agents >>= 1
    return n


@kernel
def agent_row(seat, agents, row):
    """The row of an agent; `row` is that of the first agent at its table."""
    return row + agent_count(agents & ((1 << seat) - 1))


@entry_point(array(draft.TABLE), array(DEALER), *[int] * 7)
def set_small_table(tables, dealers, menu, dessert, variant, must_have_maki, seats, deck, cards):
    """Deal one round, the last one, with hands of `cards` cards from a small deck, given as counts."""
    draft.set_small_table(
        tables[0], dealers[0], menu, dessert, variant, must_have_maki, seats, np.int64(deck), np.int64(cards)
    )


ENV_KERNELS = {
    "draft": _env_kernels(draft, draft_cells, draft_move),
    "battle": _env_kernels(battle, battle_cells, battle_move),
    "roll": _env_kernels(roll, roll_cells, roll_move),
}
