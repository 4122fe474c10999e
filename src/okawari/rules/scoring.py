"""Scoring: the points of plates after a round, the points of desserts at the end of the game, and the winners."""

from __future__ import annotations

import numpy as np

from okawari.rules import events, points
from okawari.rules.counts import count
from okawari.rules.dealer import record_event
from okawari.rules.dishes import CHOPSTICKS, DESSERT, DUMPLING, EGG, MAKI1, TEMPURA
from okawari.rules.kernel import kernel
from okawari.rules.plates import NIGIRI_KINDS, NOBODY, dessert_amount
from okawari.rules.points import (
    EVEN_IS_NOTHING,
    EVEN_IS_NOTHING_OF_TWO,
    LEAST,
    LEAST_OF_TWO,
    MOST,
    RUN_BASE,
    TIES_SHARE,
    WASABI_TIMES,
)
from okawari.rules.tables import (
    DESSERT_BREAKS_TIES,
    DESSERT_KINDS,
    HAS_BOAT,
    HAS_RUNS,
    MAKI_ICON_COUNTS,
    NIGIRI_POINTS,
    NO_MAKI_CAN_PLACE,
    PRIZES,
    ROLL_PRIZE_ROW,
    RUN_POINTS,
    SET_POINTS,
    TOTAL_SIGN,
)

#: Which points apply: those for cards, where tied plates share, or those for dice, where each of them gets all.
CARDS, DICE = 0, 1


@kernel
def maki_icons(table, plate):
    """How many maki rolls a plate has."""
    icons = 0
    for sort in range(MAKI_ICON_COUNTS.size):
        icons += count(table.plates[plate], MAKI1 + sort) * MAKI_ICON_COUNTS[sort]
    return icons


@kernel
def may_place(table, icons):
    """Whether a plate with this number of maki rolls can come first or second."""
    return icons > 0 or (NO_MAKI_CAN_PLACE[table.menu] and not table.must_have_maki)


@kernel
def maki_places(table):
    """The most and second most maki rolls, and how many plates have each: (first, firsts, second, seconds)."""
    first = second = -1
    firsts = seconds = 0
    for plate in range(table.diners):
        icons = maki_icons(table, plate)
        if not may_place(table, icons):
            continue
        if icons > first:
            first, firsts, second, seconds = icons, 1, first, firsts
        elif icons == first:
            firsts += 1
        elif icons > second:
            second, seconds = icons, 1
        elif icons == second:
            seconds += 1
    return first, firsts, second, seconds


@kernel
def maki_points(places, icons, pieces):
    """Points for a number of maki rolls, given the result of `maki_places`."""
    first, firsts, second, seconds = places
    if icons == first:
        return points.MAKI_FIRST if pieces == DICE else points.MAKI_FIRST // firsts
    if icons == second:
        if pieces == DICE:
            return points.MAKI_SECOND
        if firsts == 1:
            return points.MAKI_SECOND // seconds
    return 0


@kernel
def set_points(table, plate, dish, pieces):
    """Points for the tempura, sashimi or dumplings of a plate."""
    return SET_POINTS[pieces, dish, count(table.plates[plate], dish)]


@kernel
def nigiri_points(table, plate):
    """Points for the nigiri of a plate, those on wasabi tripled."""
    total = 0
    for sort in range(NIGIRI_KINDS):
        plain = count(table.plates[plate], EGG + sort)
        dipped = count(table.dipped[plate], sort)
        total += NIGIRI_POINTS[sort] * (plain + (WASABI_TIMES - 1) * dipped)
    return total


@kernel
def plate_points(table, plate, places, pieces):
    """A plate's points for the round."""
    total = nigiri_points(table, plate) + maki_points(places, maki_icons(table, plate), pieces)
    for dish in range(TEMPURA, DUMPLING + 1):
        total += set_points(table, plate, dish, pieces)
    return total


@kernel
def score_round(table, dealer, pieces):
    """Add every plate's points for the round to its total, and record them."""
    places = maki_places(table)
    for plate in range(table.diners):
        won = plate_points(table, plate, places, pieces)
        table.points[plate] += won
        if dealer.recording:
            record_plate(table, dealer, plate, places, pieces)
            record_event(dealer, events.ROUND_SCORE, plate, won, table.points[plate])


@kernel
def record_plates(table, dealer, pieces):
    """Record the lines that every plate would have on the bill if the round ended now; a view will do for the table."""
    places = maki_places(table)
    for plate in range(table.diners):
        record_plate(table, dealer, plate, places, pieces)


@kernel
def record_plate(table, dealer, plate, places, pieces):
    """Record the lines of a plate on the bill, each with its points and its reason."""
    for dish in range(TEMPURA, DUMPLING + 1):
        n = count(table.plates[plate], dish)
        if n:
            why = dish if pieces == CARDS else events.BY_ROLL_SET
            record_event(dealer, events.LINE, plate, dish, set_points(table, plate, dish, pieces), why, n)
    record_maki(table, dealer, plate, places, pieces)
    nigiri = dipped = 0
    for sort in range(NIGIRI_KINDS):
        nigiri += count(table.plates[plate], EGG + sort)
        dipped += count(table.dipped[plate], sort)
    if nigiri:
        why = events.BY_NIGIRI_DIPPED if dipped else events.BY_NIGIRI
        record_event(dealer, events.LINE, plate, events.L_NIGIRI, nigiri_points(table, plate), why, nigiri, dipped)
    if table.wasabi[plate]:
        record_event(dealer, events.LINE, plate, events.L_WASABI, 0, events.WASABI_OPEN, table.wasabi[plate])
    if pieces == CARDS and count(table.plates[plate], CHOPSTICKS):
        unused = count(table.plates[plate], CHOPSTICKS)
        record_event(dealer, events.LINE, plate, events.L_CHOPSTICKS, 0, events.CHOPSTICKS_UNUSED, unused)


@kernel
def record_maki(table, dealer, plate, places, pieces):
    """Record the line for a plate's maki: its points, its reason, and how many plates tied."""
    first, firsts, second, seconds = places
    icons = maki_icons(table, plate)
    won = maki_points(places, icons, pieces)
    sharers = 1
    why = events.MAKI_NONE
    if not may_place(table, icons):
        why = events.MAKI_MISSING
    elif icons == first:
        sharers = firsts
        why = events.MAKI_FIRST
    elif icons == second and (firsts == 1 or pieces == DICE):
        sharers = seconds
        why = events.MAKI_SECOND
    if sharers > 1:
        why += 2 if pieces == DICE else 1
    record_event(dealer, events.LINE, plate, events.L_MAKI, won, why, icons, sharers)


@kernel
def run_index(table, plate):
    """The index of RUN_POINTS for a plate's cards of a dessert with runs: see `RUN_BASE`."""
    index = 0
    for sort in range(DESSERT_KINDS - 1, -1, -1):
        index = index * RUN_BASE + count(table.desserts[plate], DESSERT + sort)
    return index


@kernel
def run_points(table, plate):
    """Points for the runs of a plate's dessert cards, split so that they score most."""
    return RUN_POINTS[table.dessert, run_index(table, plate)]


@kernel
def score_card_dessert(table, dealer):
    """Score the dessert of a card game, name the winners and end the game."""
    for plate in range(table.diners):
        table.amounts[plate] = dessert_amount(table, plate)
    if HAS_RUNS[table.dessert]:
        score_runs(table, dealer)
    else:
        score_extremes(table, dealer, table.dessert)
    end_card_game(table, dealer)


@kernel
def score_laid(table, dealer, final):
    """Score a table with cards that was laid, not played: the round, or the end of the game by `amounts`.

    The points for runs are not counted: those who lay a table may have other cards than the deck.
    """
    if not final:
        score_round(table, dealer, CARDS)
        return
    if not HAS_RUNS[table.dessert]:
        score_extremes(table, dealer, table.dessert)
    end_card_game(table, dealer)


@kernel
def end_card_game(table, dealer):
    """Record the totals, name the winners and end the game, once the dessert is scored."""
    record_totals(table, dealer)
    end_game(table, dealer)


@kernel
def score_runs(table, dealer):
    """Add the points for runs to every plate's total, and record them."""
    for plate in range(table.diners):
        won = run_points(table, plate)
        table.points[plate] += won
        dish = events.L_DESSERT + table.dessert
        record_event(dealer, events.LINE, plate, dish, won, events.BY_RUNS, run_index(table, plate))


@kernel
def score_extremes(table, dealer, dessert):
    """Add the prize for the largest amount of a dessert and the loss for the smallest, and record them."""
    rules = PRIZES[dessert]
    two = table.diners == 2
    loss = rules[LEAST_OF_TWO] if two else rules[LEAST]
    most = least = table.amounts[0]
    for plate in range(1, table.diners):
        most = max(most, table.amounts[plate])
        least = min(least, table.amounts[plate])
    mosts = leasts = 0
    for plate in range(table.diners):
        mosts += table.amounts[plate] == most
        leasts += table.amounts[plate] == least
    nothing = most == least and rules[EVEN_IS_NOTHING_OF_TWO if two else EVEN_IS_NOTHING]
    for plate in range(table.diners):
        won = lost = 0
        if table.amounts[plate] == most and not nothing:
            won = rules[MOST] // mosts if rules[TIES_SHARE] else rules[MOST]
        if table.amounts[plate] == least and not nothing:
            lost = loss // leasts if rules[TIES_SHARE] else loss
        table.points[plate] += won - lost
        if dealer.recording:
            dish = events.L_ROLL_DESSERT if dessert == ROLL_PRIZE_ROW else events.L_DESSERT + dessert
            has_most = table.amounts[plate] == most
            has_least = table.amounts[plate] == least
            why, sharers = why_extremes(rules, nothing, has_most, mosts, has_least, leasts, loss)
            record_event(dealer, events.LINE, plate, dish, won - lost, why, table.amounts[plate], sharers)


@kernel
def why_extremes(rules, nothing, has_most, mosts, has_least, leasts, loss):
    """The reason on the bill for a plate's dessert, and how many plates tied with it."""
    tie = 1 if rules[TIES_SHARE] else 2
    if nothing or (has_most and has_least and loss and rules[MOST]):
        return events.ALL_EQUAL, mosts
    if not rules[MOST] and not has_least:
        return events.SAFE, 1
    if has_most and rules[MOST]:
        return events.MOST + (tie if mosts > 1 else 0), mosts
    if has_least and not loss:
        return events.LEAST_SPARED, leasts
    if has_least:
        return events.LEAST + (tie if leasts > 1 else 0), leasts
    return events.MIDDLE, 1


@kernel
def record_totals(table, dealer):
    """Record the final total of every plate."""
    for plate in range(table.diners):
        record_event(dealer, events.FINAL_SCORE, plate, table.points[plate])


@kernel
def standing(table, total):
    """A total as it is compared: the higher the better, also if the lowest total wins."""
    return TOTAL_SIGN[table.variant] * np.int64(total)


@kernel
def margin(table, seat):
    """The standing of a seat's total less the best standing of the other seats."""
    best, others = np.int64(0), np.int64(0)
    for other in range(table.seats):
        if other != seat:
            its = standing(table, table.points[other])
            best = its if others == 0 else max(best, its)
            others += 1
    return standing(table, table.points[seat]) - best


@kernel
def end_game(table, dealer):
    """Set and record the winners, and end the game. Only seats can win, not the extra plate."""
    dessert_breaks_ties = DESSERT_BREAKS_TIES[table.menu]
    best = 0
    for seat in range(1, table.seats):
        if standing(table, table.points[seat]) > standing(table, table.points[best]):
            best = seat
    tied = 0
    most = NOBODY
    for seat in range(table.seats):
        if table.points[seat] == table.points[best]:
            tied += 1
            most = max(most, table.amounts[seat])
    winners = 0
    table.winners = 0
    for seat in range(table.seats):
        if table.points[seat] == table.points[best] and (table.amounts[seat] == most or not dessert_breaks_ties):
            table.winners |= 1 << seat
            winners += 1
    table.over = 1
    for seat in range(table.seats):
        if table.winners >> seat & 1:
            record_event(dealer, events.WIN, seat, table.points[seat], winners, winners < tied)


@kernel
def sail_boat(table, dealer):
    """Give the sushi boat to the plate with the highest total; a tie leaves it where it is."""
    if not HAS_BOAT[table.menu]:
        return
    leader = 0
    leaders = 0
    for plate in range(table.diners):
        if table.points[plate] > table.points[leader]:
            leader = plate
            leaders = 1
        elif table.points[plate] == table.points[leader]:
            leaders += 1
    if leaders == 1 and table.boat != leader:
        table.boat = leader
        record_event(dealer, events.TAKE_BOAT, leader)
