"""What browser and server say to each other, over the socket and over HTTP.

The page's TypeScript types are generated from the schema of these models (`okawari.server.wire.export`), and so are the
docs. Words for people are never in a message: it carries codes and parameters, and the catalogues have the words.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from okawari.server.play.types import Clock, Level, Phase

#: Bumped when a message changes so that an older page could not understand it; such a page is told to reload.
VERSION = 3

ClientId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20)]
Dish = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,20}$")]
SeatNumber = Annotated[int, Field(ge=0, le=4, strict=True)]
Shape = Annotated[int, Field(ge=1, le=5, strict=True)]
TableKind = Literal["draft", "battle", "roll"]
Emote = Literal["hello", "yum", "wow", "oops", "hurry", "thanks", "well-played", "laugh"]


class Message(BaseModel):
    """Something said; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(Message):
    """What was wrong: the words are `error.CODE` or `wire.error.CODE` in the catalogues."""

    code: str
    params: dict[str, Any] = {}


# What a table is


class SettingChoice(Message):
    """A way to play, as records write it."""

    menu: str
    seats: Annotated[int, Field(ge=1, le=9, strict=True)]
    dessert: str | None = None
    variant: str | None = None
    must_have_maki: bool = False


class Options(Message):
    """What the host decides beside the game itself. `hints` None means: on as long as only one person sits here."""

    clock: Clock = "none"
    spectators: bool = True
    public: bool = False
    hints: bool | None = None


class SeatInfo(Message):
    """Who sits where. A seat that is `minded` belongs to a person, but a bot plays until they return."""

    seat: SeatNumber
    kind: Literal["empty", "person", "bot"]
    name: str = ""
    shape: Shape
    bot: Level | None = None
    online: bool = False
    minded: bool = False
    #: Whether the reader of this message holds the seat. Several are theirs when one device is passed around.
    yours: bool = False
    host: bool = False


class Fairness(Message):
    """The promise about the deal: `commitment` is the SHA-256 of a secret that `opened` shows after the end.

    The deal follows from that secret and the nonces of all seats, in their order.
    """

    commitment: str
    nonces: list[str]
    opened: str | None = None
    seed: str | None = None


class TableInfo(Message):
    """A table as its reader may know it."""

    id: str
    phase: Phase
    setting: SettingChoice
    options: Options
    seats: list[SeatInfo]
    #: Whether the reader may change the table.
    host: bool
    #: The short code, the secret of the link, and when the code ends: only for those who sit, and only in the lobby.
    code: str | None = None
    code_until: float | None = None
    key: str | None = None
    fairness: Fairness
    hints: bool
    take_back: bool
    #: Whether one device is passed around: views come after `look`.
    hot_seat: bool = False
    watchers: int = 0
    rematch: str | None = None


class Bill(Message):
    """A player's points, line by line."""

    who: int
    total: int
    rounds: list[list[BillLine]]
    final: list[BillLine]


class BillLine(Message):
    """A line of the bill; its words are `ROOM.CODE` in the catalogues."""

    dish: str
    points: int
    code: str
    params: dict[str, Any]
    #: Where the words are; the score pad has some of its own, for what is counted later.
    room: Literal["why", "pad.note"] = "why"


class Gain(Message):
    """What a card or die would bring whoever takes it; its words are `play.worth.CODE` in the catalogues."""

    code: str
    params: dict[str, Any]


class Text(Message):
    """Words in the catalogues, by their path, and what goes into them.

    In sentences about events, `name` and `other` are numbers of plates, `dish`, `theirs`, `token` and `face` are words
    of dishes, and `faces` is a list of these.
    """

    path: str
    params: dict[str, Any]


class GameInfo(Message):
    """A game as its reader may know it."""

    #: Grows with everything that happens in the game: a later state has a higher number.
    number: int
    #: A View as its schema has it; spectators have one whose `viewer` is null.
    view: dict[str, Any]
    #: Who has yet to choose.
    to_move: list[SeatNumber]
    #: Turns of this round, where their number is known.
    turns: int | None
    #: What happened, from event number `events_from` on: a reader who has all events up to there adds these. An event
    #: is told by `event.NAME` with its own details, or by the texts of its field `told`.
    events_from: int
    events: list[dict[str, Any]]
    #: What every plate would bring if the round ended now, line by line, the extra plate's last.
    worth: list[list[BillLine]]
    #: What each card or die that the reader could take now would bring them, by its word; empty for spectators.
    gains: dict[str, Gain]
    #: Everybody's bill, sent with the first state, after each round and at the end.
    bill: list[Bill] | None = None
    #: When the clock of those who are to move ends, in seconds since 1970; None without a clock.
    deadline: float | None = None
    #: Whether so much waits to be thought that bots take less time for it than usual, and yet answer late.
    busy: bool = False


# What the browser says


class Request(Message):
    """What the browser asks for; `id` is its own, and comes back with the answer."""

    id: ClientId


class Hello(Request):
    """The first message of a socket. `key` is the secret of the invitation, where the reader has one."""

    type: Literal["hello"]
    version: int
    key: Annotated[str, Field(max_length=64)] | None = None
    #: How many events of the game the browser has already: 0 after a reload.
    events: Annotated[int, Field(ge=0)] = 0


class Sit(Request):
    """Take an empty seat, with 16 bytes of the browser's own chance."""

    type: Literal["sit"]
    seat: SeatNumber
    nonce: Hex
    #: A guest's name and shape: for further people at the same device.
    name: Name | None = None
    shape: Shape | None = None


class Stand(Request):
    """Leave a seat of one's own. In a game a bot minds it from then on."""

    type: Literal["stand"]
    seat: SeatNumber


class Configure(Request):
    """The host changes the game or the options, in the lobby."""

    type: Literal["configure"]
    setting: SettingChoice
    options: Options


class SeatBot(Request):
    """The host puts a bot into an empty seat, or changes its level."""

    type: Literal["seat-bot"]
    seat: SeatNumber
    bot: Level


class Clear(Request):
    """The host removes a bot or a player from a seat; in a game a bot takes over."""

    type: Literal["clear"]
    seat: SeatNumber


class Start(Request):
    """The host starts the game; everybody must sit."""

    type: Literal["start"]


class Pause(Request):
    """The host stops the clock and the game, or lets them go on."""

    type: Literal["pause"]
    paused: bool


class Choose(Request):
    """A choice for a seat of one's own. `number` is the game's number that the browser has seen."""

    type: Literal["choose"]
    seat: SeatNumber
    move: Annotated[str, Field(min_length=1, max_length=80)]
    number: Annotated[int, Field(ge=0)]


class Look(Request):
    """Somebody at a shared device says who they are: from now on the socket has that seat's view; None covers it."""

    type: Literal["look"]
    seat: SeatNumber | None


class TakeBack(Request):
    """Take the last choice back: only in games with bots."""

    type: Literal["take-back"]
    seat: SeatNumber


class Hint(Request):
    """Ask the coach about a seat of one's own."""

    type: Literal["hint"]
    seat: SeatNumber


class SayEmote(Request):
    """A quick sign to everybody."""

    type: Literal["emote"]
    seat: SeatNumber
    emote: Emote


class Rematch(Request):
    """Set a new table for the same people, once the game is over."""

    type: Literal["rematch"]
    nonce: Hex


class Ping(Request):
    """A sign that the browser is still there."""

    type: Literal["ping"]


FromBrowser = Annotated[
    Hello
    | Sit
    | Stand
    | Configure
    | SeatBot
    | Clear
    | Start
    | Pause
    | Choose
    | Look
    | TakeBack
    | Hint
    | SayEmote
    | Rematch
    | Ping,
    Field(discriminator="type"),
]


# What the server says


class State(Message):
    """How everything stands now; `game` is None in the lobby. It replaces whatever the browser knew."""

    type: Literal["state"] = "state"
    table: TableInfo
    game: GameInfo | None
    #: The server's clock, to compare deadlines with.
    now: float


class Waiting(Message):
    """Somebody has chosen, and the turn waits for others: only what changed."""

    type: Literal["waiting"] = "waiting"
    number: int
    to_move: list[SeatNumber]
    #: The reader's own choice, as the view would have it.
    choice: str | None = None
    deadline: float | None = None
    now: float
    busy: bool = False


class Presence(Message):
    """Who is at the table, when nothing else has changed."""

    type: Literal["presence"] = "presence"
    #: The seats of people who are here.
    online: list[SeatNumber]
    watchers: int


class Ack(Message):
    """The request with this id was done, and is durable."""

    type: Literal["ack"] = "ack"
    id: str


class Refused(Message):
    """The request with this id changed nothing; `id` is None where none could be read."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: Problem


class Reason(Message):
    """A measured reason; its words are `coach.reason.CODE` in the catalogues."""

    code: str
    params: dict[str, Any]


class Advice(Message):
    """What a move promises: the expected final margin, the chance to win, and how sure that is."""

    move: str
    margin: float
    margin_error: float
    win: float
    win_error: float
    reasons: list[Reason]


class HintGiven(Message):
    """The coach's answer, best move first."""

    type: Literal["hint"] = "hint"
    id: str
    seat: SeatNumber
    advice: list[Advice]


class EmoteSeen(Message):
    """Somebody gave a sign."""

    type: Literal["emote"] = "emote"
    seat: SeatNumber
    emote: Emote


class RematchSet(Message):
    """A new table is set for the same people."""

    type: Literal["rematch"] = "rematch"
    table: str


class Bye(Message):
    """The socket ends, and why.

    `shutdown`: come back in a moment; `closed`: the table is gone; `reload`: the page is too old; `limit`: too much.
    """

    type: Literal["bye"] = "bye"
    reason: Literal["shutdown", "closed", "reload", "limit"]


FromServer = Annotated[
    State | Waiting | Presence | Ack | Refused | HintGiven | EmoteSeen | RematchSet | Bye,
    Field(discriminator="type"),
]


# HTTP


class Trouble(Message):
    """The body of every answer of HTTP that is an error."""

    problem: Problem


class Me(Message):
    """Who the browser is, for the server."""

    name: str
    shape: Shape
    named: bool


class NewMe(Message):
    """A name and a seat shape."""

    name: Name
    shape: Shape


class NewSeat(Message):
    """How a seat of a new table is filled. `here` is a further person at the same device."""

    kind: Literal["you", "here", "bot", "open"]
    bot: Level | None = None
    name: Name | None = None
    shape: Shape | None = None


class NewTable(Message):
    """A table to set. With `start` it starts at once; then no seat may be open."""

    setting: SettingChoice
    options: Options = Options()
    seats: list[NewSeat]
    nonce: Hex
    start: bool = False
    #: A lesson is not among one's tables until its game is over.
    lesson: bool = False


class TableMade(Message):
    """Where the new table is; `key` is the secret of its invitation."""

    id: str
    key: str


class JoinCode(Message):
    """A short code that somebody read out."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9]{4,8}$")]


class TableLine(Message):
    """A table in a list."""

    id: str
    phase: Phase
    setting: SettingChoice
    names: list[str]
    #: The shapes of the seats, in the order of the names.
    shapes: list[int]
    scores: list[int]
    winners: list[int]
    updated: float
    #: Whether the reader sits there and is to move.
    your_turn: bool = False


class TableList(Message):
    """One's own tables, or those that their hosts made public."""

    tables: list[TableLine]


class OptionLine(Message):
    """Something that can be chosen with what has been chosen already, or why not."""

    word: str | int | bool | None
    problem: Problem | None


class Choices(Message):
    """What may be chosen: for each question every answer, with the reason where the rules exclude it."""

    setting: SettingChoice
    menu: list[OptionLine]
    seats: list[OptionLine]
    dessert: list[OptionLine]
    variant: list[OptionLine]
    must_have_maki: list[OptionLine]


class CountedItem(Message):
    """A card or a face of a die with its name, and how many there are, as a number and in words."""

    word: str
    name: str
    count: int
    amount: str


class CountedList(Message):
    """What a box holds of one sort: the deck, a dessert, or the faces of a sort of die."""

    title: str
    items: list[CountedItem]


class Chapter(Message):
    """A part of a rulebook; `key` is the same in every language."""

    key: str
    title: str
    lines: list[str]
    lists: list[CountedList]


class RuleBook(Message):
    """The rules of a menu in one language."""

    chapters: list[Chapter]


class Frame(Message):
    """A moment of a finished game: what happened since the one before, and what each seat saw then."""

    round: int
    turn: int
    to_move: list[SeatNumber]
    events: list[dict[str, Any]]
    #: One view a seat, and the spectators' last.
    views: list[dict[str, Any]]
    #: What was chosen next: the seat and its move.
    moves: list[tuple[int, str]]
    worth: list[list[BillLine]]


class Replay(Message):
    """A finished game, moment by moment."""

    setting: SettingChoice
    names: list[str]
    shapes: list[int]
    #: Turns of each round, where their number was known before.
    turns: int | None
    frames: list[Frame]
    bill: list[Bill]
    winners: list[int]
    fairness: Fairness | None = None


class Decision(Message):
    """A decision that cost something: what was chosen, what was better, and by how much."""

    seat: SeatNumber
    round: int
    turn: int
    #: The frame of the replay in which it was made.
    frame: int
    chosen: Advice
    #: The errors are those of the difference, and the reasons say why it is better.
    better: Advice


class Review(Message):
    """The decisions that mattered, at most three a player."""

    decisions: list[Decision]


class PadPlayer(Message):
    """What lies in front of somebody at a real table: words with how often, in the order played, and the total."""

    name: Name
    dishes: list[tuple[Dish, Annotated[int, Field(ge=1, le=99, strict=True)]]]
    total: Annotated[int, Field(ge=-999, le=999, strict=True)] = 0
    #: What the player's die shows, with a dessert that has one.
    die: Annotated[int, Field(ge=0, le=9, strict=True)] | None = None


class PadRound(Message):
    """A round, or with `final` the desserts and tokens of the end, to be scored."""

    setting: SettingChoice
    final: bool
    players: list[PadPlayer]


class PadTally(Message):
    """What somebody scored."""

    name: str
    points: int
    total: int
    winner: bool
    lines: list[BillLine]


class PadWarning(Message):
    """What was scored although our guess at the box has less of it; the words are `pad.warning.CODE`."""

    code: str
    params: dict[str, Any]


class PadSheet(Message):
    """What everybody scored, in the order given; `tie` is how equal totals ended.

    `turns` is what every plate gets in a round, one card or die a turn; None where that depends on the players.
    """

    players: list[PadTally]
    turns: int | None
    tie: Literal["broken", "even", "shared"] | None
    warnings: list[PadWarning]


class PadWord(Message):
    """A card, a face of a die or a token that the pad can count."""

    word: str
    #: What is counted together with it, such as all cards of a dessert or all dice of a sort.
    group: str
    #: How many of the group a box can hold.
    limit: int
    #: How many of this word our guess at the box has, 0 for none; null where the books say it.
    ours: int | None


class PadWords(Message):
    """What the pad can count in a menu, after a round and at the end; `die` is what each player's die may show."""

    round: list[PadWord]
    final: list[PadWord]
    die: list[int]


class MoveLink(Message):
    """A one-time link's secret that takes one's seats along to another device, and when it ends."""

    token: str
    until: float


class Token(Message):
    """The secret of a one-time link."""

    token: Annotated[str, Field(max_length=64)]


class Ladder(Message):
    """Points for 1, 2, 3 … of a dish: a new set begins after the last rung, or more than the last earn no more."""

    rungs: list[int]
    repeats: bool


class Progress(Message):
    """What so many of a dish bring, and what the next ones would make of it."""

    points: int
    note: Text | None


class Stamps(Message):
    """What stands in the corner of each card, with two plates at the table and with more."""

    two: dict[str, str]
    more: dict[str, str]


class DessertPrize(Message):
    """What the most and the fewest of a dessert bring at the end of the game; losses are positive numbers."""

    most: int
    least: int
    least_of_two: int
    even_is_nothing_of_two: bool
    even_is_nothing: bool
    ties_share: bool


class Die(Message):
    """A sort of die: how many there are, and the faces of each."""

    total: int
    faces: list[str]


class TokenSupply(Message):
    """A sort of token: how many there are, and what everybody starts with."""

    total: int
    start: int


class MenuFacts(Message):
    """What a menu says about itself."""

    #: The kind of table that it is played on, if no variant says otherwise.
    table: TableKind
    #: Cards or dice for each seat, by the number of plates.
    hand_sizes: dict[int, int]
    desserts: list[str]
    variants: list[str]
    may_require_maki: bool
    no_maki_can_place: bool
    dessert_breaks_ties: bool
    boat: bool


class VariantFacts(Message):
    """What a variant says about itself."""

    #: The numbers of players that it allows.
    seats: list[int]
    table: TableKind
    #: Whether the lowest total wins.
    lowest_wins: bool
    #: Whether there is a plate that has no seat: the seat in control, another one each turn, plays a card for it.
    extra_plate: bool
    #: Where the cards come from that are drawn during a round.
    draws: Literal["nothing", "own-pile", "in-control"]


class PlayerDie(Message):
    """The die that each player has beside the cards of a dessert."""

    faces: int
    start: int


class DessertFacts(Message):
    """What a dessert says about itself."""

    #: The cards as they lie in a hand and once they are played, and how many of each.
    cards: dict[str, int]
    played: dict[str, int]
    prize: DessertPrize
    #: Points for runs of 1, 2, 3 … consecutive numbers; empty where runs do not count.
    runs: list[int]
    #: Where there is one, the view has what every die shows, in a field with the name of the dessert.
    die: PlayerDie | None
    squishy: bool


class Points(Message):
    """The facts and numbers of the rules that the page draws tables with."""

    #: Every number that a rule text can name.
    numbers: dict[str, int | str]
    menus: dict[str, MenuFacts]
    #: Every variant; an ordinary game is called `none`.
    variants: dict[str, VariantFacts]
    desserts: dict[str, DessertFacts]
    rounds: int
    #: Cards in the deck, dessert aside.
    cards: dict[str, int]
    card_ladders: dict[str, Ladder]
    roll_ladders: dict[str, Ladder]
    #: What 0, 1, 2 … of a dish bring: cards, then dice.
    card_sets: dict[str, list[Progress]]
    roll_sets: dict[str, list[Progress]]
    stamps: Stamps
    nigiri: dict[str, int]
    #: What each nigiri brings on wasabi.
    dipped: dict[str, int]
    wasabi_times: int
    maki_first: int
    maki_second: int
    #: The prize for the pudding tokens of Sushi Roll.
    roll_prize: DessertPrize
    squishy: int
    #: The dishes of a bill, in its order.
    bill_dishes: list[str]
    dice: dict[str, Die]
    tokens: dict[str, TokenSupply]
    tokens_per_point: int
    #: Cards in each row of the pyramid, from the top.
    pyramid: list[int]


class Example(Message):
    """A worked example of scoring: what lay in front of everybody, and what the engine says about it.

    `dish` is what it shows. Who has the most maki is left out of examples that show something else.
    """

    dish: str
    setting: SettingChoice
    final: bool
    players: list[PadPlayer]
    sheet: PadSheet


class ExampleList(Message):
    """Examples for every dish and dessert of a menu, in the order of its rules."""

    examples: list[Example]


Bill.model_rebuild()
