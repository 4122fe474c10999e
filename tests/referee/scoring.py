"""What the food is worth."""

from __future__ import annotations

from collections.abc import Sequence

from .words import ANNIVERSARY, NIGIRI, ROLL, kind, number

Points = dict[str, int]

CARD_DUMPLINGS = (0, 1, 3, 6, 10, 15)
TEA_RUNS = (0, 1, 4, 8, 13, 20)
DICE_SETS = {"dumpling": (0, 2, 4, 8), "tempura": (0, 1, 5, 10), "sashimi": (0, 0, 6, 13)}


def round_points(menu: str, plates: Sequence[Sequence[str]], must_have_maki: bool = False) -> list[Points]:
    """Score a round; every plate is a list of words in the order in which they were played."""
    icons = [maki_icons(plate) for plate in plates]
    if menu == ROLL:
        maki, appetizers = full_maki_points(icons), dice_appetizer_points
    else:
        maki = split_maki_points(icons, zero_can_place=menu == ANNIVERSARY and not must_have_maki)
        appetizers = card_appetizer_points
    return [
        {**appetizers(plate), "maki": points, "nigiri": nigiri_points(plate)}
        for plate, points in zip(plates, maki, strict=True)
    ]


def card_appetizer_points(plate: Sequence[str]) -> Points:
    """Score pairs of tempura, triples of sashimi, and dumplings."""
    return {
        "tempura": 5 * (plate.count("tempura") // 2),
        "sashimi": 10 * (plate.count("sashimi") // 3),
        "dumpling": CARD_DUMPLINGS[min(plate.count("dumpling"), 5)],
    }


def dice_appetizer_points(plate: Sequence[str]) -> Points:
    """Score as many sets of three as there are, and the smaller set that is left."""
    return {food: plate.count(food) // 3 * sets[3] + sets[plate.count(food) % 3] for food, sets in DICE_SETS.items()}


def dipped(plate: Sequence[str]) -> list[str]:
    """Return the nigiri that lie on wasabi: each takes an open wasabi that was there before it."""
    open_wasabi = 0
    on_wasabi = []
    for word in plate:
        if word == "wasabi":
            open_wasabi += 1
        elif word in NIGIRI and open_wasabi:
            open_wasabi -= 1
            on_wasabi.append(word)
    return on_wasabi


def nigiri_points(plate: Sequence[str]) -> int:
    """Score every nigiri once, and twice more on wasabi."""
    everywhere = sum(NIGIRI.get(word, 0) for word in plate)
    on_wasabi = sum(NIGIRI[word] for word in dipped(plate))
    return everywhere + 2 * on_wasabi


def maki_icons(plate: Sequence[str]) -> int:
    """Count the rolls on all maki."""
    return sum(number(word) for word in plate if kind(word) == "maki")


def split_maki_points(icons: Sequence[int], zero_can_place: bool) -> list[int]:
    """Share 6 among the most and, if one alone has the most, 3 among the second most."""
    placed = [count for count in icons if count > 0 or zero_can_place]
    if not placed:
        return [0] * len(icons)
    most = max(placed)
    points = {most: 6 // placed.count(most)}
    others = [count for count in placed if count < most]
    if placed.count(most) == 1 and others:
        points[max(others)] = 3 // others.count(max(others))
    return [points.get(count, 0) for count in icons]


def full_maki_points(icons: Sequence[int]) -> list[int]:
    """Give 6 to all with the most and 3 to all with the second most, of those with any."""
    places = sorted({count for count in icons if count > 0}, reverse=True)
    points = dict(zip(places, (6, 3), strict=False))
    return [points.get(count, 0) for count in icons]


def final_points(dessert: str, desserts: Sequence[Sequence[str]], mochi: Sequence[int] = ()) -> list[Points]:
    """Score the desserts of a card game; mochi are the dice, which only that dessert needs."""
    if dessert == "tea":
        points = [best_tea_points([number(word) for word in plate]) for plate in desserts]
    elif dessert == "strawberry":
        points = strawberry_points([symbols(plate) for plate in desserts])
    elif dessert == "yogurt":
        points = most_and_least_points([symbols(plate) for plate in desserts])
    elif dessert == "mochi":
        points = most_and_least_points(mochi)
    else:
        points = most_and_least_points([len(plate) for plate in desserts])
    return [{dessert: each} for each in points]


def symbols(desserts: Sequence[str]) -> int:
    """Add up the numbers on dessert cards."""
    return sum(number(word) for word in desserts)


def most_and_least_points(amounts: Sequence[int]) -> list[int]:
    """Share +6 among the most and -6 among the least; two players lose nothing, all equal win nothing."""
    most, least = max(amounts), min(amounts)
    if most == least:
        return [0] * len(amounts)
    points = {most: 6 // amounts.count(most)}
    if len(amounts) > 2:
        points[least] = -(6 // amounts.count(least))
    return [points.get(amount, 0) for amount in amounts]


def strawberry_points(amounts: Sequence[int]) -> list[int]:
    """Share -6 among the fewest, even if all are; of two players the fewer loses 3, and a tie nothing."""
    least = min(amounts)
    tied = amounts.count(least)
    loss = 6 // tied
    if len(amounts) == 2:
        loss = 3 if tied == 1 else 0
    return [-loss if amount == least else 0 for amount in amounts]


def best_tea_points(numbers: Sequence[int]) -> int:
    """Split the numbers into runs in the way that scores best."""
    if not numbers:
        return 0
    lowest = min(numbers)
    rest = list(numbers)
    best = 0
    # The lowest card begins some run: try every length that it can have.
    for length in range(1, len(TEA_RUNS)):
        following = lowest + length - 1
        if following not in rest:
            break
        rest.remove(following)
        best = max(best, TEA_RUNS[length] + best_tea_points(rest))
    return best


def roll_final_points(tokens: Sequence[Points]) -> list[Points]:
    """Score the tokens of Sushi Roll: puddings in full for every tie, and a point for two unused others."""
    puddings = [each["pudding"] for each in tokens]
    return [
        {"pudding": roll_pudding_points(each["pudding"], puddings), "tokens": (each["menu"] + each["chopsticks"]) // 2}
        for each in tokens
    ]


def roll_pudding_points(own: int, everybody: Sequence[int]) -> int:
    """Give 6 for the most and take 6 for the fewest, unless there are only two players."""
    gain = 6 if own == max(everybody) else 0
    loss = 6 if own == min(everybody) and len(everybody) > 2 else 0
    return gain - loss


def winners(scores: Sequence[int], puddings: Sequence[int] | None = None, lowest: bool = False) -> list[int]:
    """Return the seats that win; more puddings break a tie where puddings are given."""
    best = min(scores) if lowest else max(scores)
    tied = [seat for seat, score in enumerate(scores) if score == best]
    if puddings is None:
        return tied
    most = max(puddings[seat] for seat in tied)
    return [seat for seat in tied if puddings[seat] == most]
