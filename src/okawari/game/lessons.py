"""The lessons: games against the gentlest bot that end when their point is made, with deals chosen for what they teach.

Everybody can know these deals, so a lesson is a table of its own kind: only its learner sits there, it is in no list,
and its game is never finished. `python -m tests.tools.lesson_deals` finds the seeds.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from okawari.game.setting import Setting
from okawari.rules.desserts import DESSERTS
from okawari.rules.points import MAKI_ICONS, NIGIRI

if TYPE_CHECKING:
    from okawari.game.game import Game

#: The seat of the learner; bots of this level have the others.
LEARNER = 0
TEACHER: Final = "pip"


@dataclass(frozen=True)
class LessonPlan:
    """What the log of a table has of its lesson: which one it is, the seed of its deal, and where it ends.

    It is over after so many turns of the first round, or without `turns` after the first round.
    """

    name: str
    seed: int
    turns: int | None

    def is_over(self, game: Game) -> bool:
        """Whether a game has come to the end of the lesson."""
        return game.round > 1 or (self.turns is not None and game.turn > self.turns)

    def to_json(self) -> dict[str, Any]:
        """The plan as data of a log entry."""
        return asdict(self)


@dataclass(frozen=True)
class Lesson:
    """A lesson: what is played, the seed of its deal, where it ends, and what the deal must bring.

    `shown` has groups of dishes for the first turns of the learner: one dish of each group can be taken then, whatever
    was chosen before. One dish of each group in `dealt` is dealt to every seat: it lies before the learner in every
    turn or in the next, in hand or on a plate.
    """

    setting: Setting
    seed: int
    turns: int | None = None
    shown: tuple[tuple[tuple[str, ...], ...], ...] = ()
    dealt: tuple[tuple[str, ...], ...] = ()

    def plan(self, name: str) -> LessonPlan:
        """The plan of a table where it is taught under this name."""
        return LessonPlan(name, self.seed, self.turns)


_NIGIRI = tuple(NIGIRI)
_MAKI = tuple(f"maki{icons}" for icons in MAKI_ICONS)
_SETS = ("tempura", "sashimi")
_WASABI, _CHOPSTICKS, _DUMPLING, _PUDDING = ("wasabi",), ("chopsticks",), ("dumpling",), ("pudding",)


def _dessert_lesson(dessert: str, seed: int) -> Lesson:
    """A lesson about a dessert: it comes in each of the first three hands."""
    cards = tuple(DESSERTS[dessert].cards)
    return Lesson(Setting.of("sushi-go-anniversary", 3, dessert), seed, turns=4, shown=((cards,),) * 3)


#: The lessons by name, in the order in which they are offered.
LESSONS: dict[str, Lesson] = {
    "first": Lesson(
        Setting.of("sushi-go-first", 2),
        seed=1075,
        shown=((), (_WASABI,)),
        dealt=(_NIGIRI, _SETS, _MAKI, _DUMPLING, _WASABI, _CHOPSTICKS, _PUDDING),
    ),
    "helpers": Lesson(
        Setting.of("sushi-go-first", 2), seed=100, turns=4, shown=((_CHOPSTICKS,), (_WASABI, _NIGIRI), (_NIGIRI,))
    ),
    "roll": Lesson(Setting.of("sushi-roll", 2), seed=0, turns=5, shown=((_WASABI, _NIGIRI, _MAKI),)),
    "battle": Lesson(
        Setting.of("sushi-go-anniversary", 2, "pudding", "battle"), seed=7, turns=8, shown=((_CHOPSTICKS,),)
    ),
    "dummy": Lesson(Setting.of("sushi-go-2014", 2, variant="dummy"), seed=0, turns=3),
    "strawberry": _dessert_lesson("strawberry", seed=2320),
    "yogurt": _dessert_lesson("yogurt", seed=2320),
    "tea": _dessert_lesson("tea", seed=2320),
    "pudding": _dessert_lesson("pudding", seed=2320),
    "mochi": _dessert_lesson("mochi", seed=2320),
}
