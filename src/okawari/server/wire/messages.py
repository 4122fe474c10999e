"""The messages between client and server, over the websocket and over HTTP.

The page's TypeScript types and docs/wire.md are generated from the schema of these models
(`okawari.server.wire.export`). Messages carry codes and parameters instead of text; the texts are in the catalogues.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from okawari.server.play.seat import LONGEST_NAME, SHAPES
from okawari.server.play.types import Clock, Level, Phase

#: Raised when a message changes so that an older page could not read it; such a page is sent `bye` with `reload`.
VERSION = 5

ClientId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME)]
Dish = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,20}$")]
SeatNumber = Annotated[int, Field(ge=0, le=4, strict=True)]
Shape = Annotated[int, Field(ge=1, le=SHAPES, strict=True)]
TableKind = Literal["draft", "battle", "roll"]
Emote = Literal["hello", "yum", "wow", "oops", "hurry", "thanks", "well-played", "laugh"]


class Message(BaseModel):
    """The base of all messages; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(Message):
    """Why a request was refused: the text is `error.CODE` or `wire.error.CODE` in the catalogues."""

    code: str
    params: dict[str, Any] = {}


# Parts of a table


class SettingChoice(Message):
    """A setting: the menu, the number of seats and what was chosen with them, as in records."""

    menu: str
    seats: Annotated[int, Field(ge=1, le=9, strict=True)]
    dessert: str | None = None
    variant: str | None = None
    must_have_maki: bool = False


class Options(Message):
    """What the host decides besides the setting."""

    clock: Clock = "none"
    #: Whether people without a seat may watch the game.
    spectators: bool = True
    #: Whether the table is in the list of public tables, and anybody may sit down in its lobby.
    public: bool = False
    #: Whether players may ask for hints; null: as long as only one person sits at the table.
    hints: bool | None = None


class SeatInfo(Message):
    """A seat and who holds it."""

    seat: SeatNumber
    kind: Literal["empty", "person", "bot"]
    name: str = ""
    shape: Shape
    bot: Level | None = None
    #: Whether the person is connected; always true for a bot.
    online: bool = False
    #: Whether a bot plays the seat until its person returns.
    minded: bool = False
    #: Whether the host sits here.
    host: bool = False


class Fairness(Message):
    """How the deal can be verified: the seed follows from a secret of the server and the nonces of all seats."""

    #: The SHA-256 of the secret.
    commitment: str
    #: By seat; empty for a bot.
    nonces: list[str]
    #: The secret, once the game is over.
    opened: str | None = None
    #: The seed of the deal, once the game is over.
    seed: str | None = None


class Rehearsal(Message):
    """Where a rehearsal goes on: at a decision of a finished game. It counts for nothing."""

    #: The id of the table or the shared record of the game; null for a record that was posted.
    table: str | None
    #: The index of the frame of the replay in which the decision was made.
    frame: int
    #: The seat whose decision it is.
    seat: SeatNumber


class TableInfo(Message):
    """A table as its reader may know it."""

    id: str
    phase: Phase
    setting: SettingChoice
    options: Options
    seats: list[SeatInfo]
    #: The seats that the reader holds: several when one device is passed around, and then the view of a seat is sent
    #: after `look`.
    yours: list[SeatNumber]
    #: Whether the reader is the host.
    host: bool
    #: The short code to join with: for players and the host, in the lobby.
    code: str | None = None
    #: When the short code expires, in seconds since 1970.
    code_until: float | None = None
    #: The secret of the invitation link: for players and the host, in the lobby.
    key: str | None = None
    #: Null for a rehearsal, whose first cards were dealt in another game.
    fairness: Fairness | None
    #: Null unless the table is a rehearsal.
    rehearsal: Rehearsal | None = None
    #: Whether players may ask for hints now.
    hints: bool
    #: Whether the reader may take their last choice back now.
    take_back: bool
    #: The number of people who are connected and have no seat.
    watchers: int = 0
    #: The id of the table of the rematch, once there is one.
    rematch: str | None = None
    #: The name of the lesson that the table is. At the end of a lesson the table is over, but its game is not.
    lesson: str | None = None


class Bill(Message):
    """The points of a plate, line by line."""

    #: The number of the plate: that of its seat; an extra plate has the number after the last seat.
    who: int
    total: int
    rounds: list[list[BillLine]]
    final: list[BillLine]


#: Of messages that have the parameters of a text as fields.
_WITH_PARAMS = ConfigDict(extra="allow")


class BillLine(Message):
    """A line of a bill; its text is `why.WHY` in the catalogues, and all fields are parameters of it."""

    model_config = _WITH_PARAMS

    dish: str
    points: int
    why: str


class Gain(Message):
    """What a card or die would bring the player who takes it; its text is `play.worth.CODE` in the catalogues.

    Where the catalogues have `play.mark.CODE`, that is the same in a few signs. All fields are parameters of both.
    """

    model_config = _WITH_PARAMS

    code: str


class Text(Message):
    """A text of the catalogues: its path and its parameters.

    In texts about events and in tips the parameters `name` and `other` are numbers of plates, `dish`, `theirs`, `token`
    and `face` are words of dishes, and `faces` is a list of these.
    """

    path: str
    params: dict[str, Any]


class WorthLine(Message):
    """What a dish would bring if the round ended now; its text is `why.WHY` in the catalogues, as in a bill."""

    model_config = _WITH_PARAMS

    points: int
    why: str


#: The points of a plate if the round ended now, by dish; their order on a bill is `bill_dishes` of `/api/points`.
Worth = dict[str, WorthLine]


class GameInfo(Message):
    """A game as its reader may know it, besides the view."""

    #: Grows with every turn that is played or taken back; `choose` repeats it.
    number: int
    #: The seats that have yet to choose.
    to_move: list[SeatNumber]
    #: The number of turns of this round; null where it is not known before its end.
    turns: int | None
    #: The points of every plate if the round ended now; an extra plate is the last. All are empty after the game.
    worth: list[Worth]
    #: What each card or die that the reader could take now would bring, by its word; empty for spectators.
    gains: dict[str, Gain]
    #: The bills of all plates, as of the end of the last round.
    bill: list[Bill]
    #: When the time of this turn is up, in seconds since 1970; null without a clock.
    deadline: float | None = None
    #: Whether so many bots wait for a thread that they are given less time than usual, and may answer late.
    busy: bool = False


# Messages from the client


class Request(Message):
    """The base of all requests; the client chooses the `id`, and the answer repeats it."""

    id: ClientId


class Hello(Request):
    """The first message on a websocket."""

    type: Literal["hello"]
    #: The version of the messages that the client knows.
    version: int
    #: The secret of the invitation, if the client has one.
    key: Annotated[str, Field(max_length=64)] | None = None
    #: How many events of the game the client has already: 0 after a reload.
    events: Annotated[int, Field(ge=0)] = 0


class Sit(Request):
    """Take an empty seat, or in a game one's own seat back from the bot that plays it."""

    type: Literal["sit"]
    seat: SeatNumber
    #: 16 random bytes of the client in hexadecimal, for the deal.
    nonce: Hex
    #: The name of a guest: a further person at the same device.
    name: Name | None = None
    #: The seat shape; left out: that of the person.
    shape: Shape | None = None


class Stand(Request):
    """Leave one's own seat; in a game a bot plays it from then on."""

    type: Literal["stand"]
    seat: SeatNumber


class Configure(Request):
    """Change the setting and the options; for the host, in the lobby."""

    type: Literal["configure"]
    setting: SettingChoice
    options: Options


class SeatBot(Request):
    """Put a bot into an empty seat, or change its level; for the host, in the lobby."""

    type: Literal["seat-bot"]
    seat: SeatNumber
    bot: Level


class Clear(Request):
    """Remove a bot or a player from a seat, in a game a player only, whom a bot replaces; for the host."""

    type: Literal["clear"]
    seat: SeatNumber


class Start(Request):
    """Start the game; for the host, when no seat is empty."""

    type: Literal["start"]


class Pause(Request):
    """Pause the game and its clock, or resume them; for the host."""

    type: Literal["pause"]
    paused: bool


class Choose(Request):
    """Make or change the choice of one's own seat."""

    type: Literal["choose"]
    seat: SeatNumber
    #: The text of the move.
    move: Annotated[str, Field(min_length=1, max_length=80)]
    #: The `game.number` of the client's state.
    number: Annotated[int, Field(ge=0)]


class Look(Request):
    """At a shared device, choose the seat whose view is sent from now on."""

    type: Literal["look"]
    #: One's own seat; null for the spectators' view, which hides the hands.
    seat: SeatNumber | None


class TakeBack(Request):
    """Take back the last choice of one's own seat: against bots, or a swap of Sushi Roll that was the last move."""

    type: Literal["take-back"]
    seat: SeatNumber


class Hint(Request):
    """Ask the coach for a hint for one's own seat."""

    type: Literal["hint"]
    seat: SeatNumber


class SayEmote(Request):
    """Send an emote to everybody at the table, from one's own seat."""

    type: Literal["emote"]
    seat: SeatNumber
    emote: Emote


class Rematch(Request):
    """Create a table for the same people, once the game is over."""

    type: Literal["rematch"]
    #: 16 random bytes of the client in hexadecimal, for the deal.
    nonce: Hex


class Refresh(Request):
    """Ask for the whole state, after a gap in the numbers of updates; it is sent after the `ack`."""

    type: Literal["refresh"]
    #: How many events of the game the client has already.
    events: Annotated[int, Field(ge=0)] = 0


class Ping(Request):
    """Keep the connection alive."""

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
    | Refresh
    | Ping,
    Field(discriminator="type"),
]


# Messages from the server


class State(Message):
    """The whole state of the table for the reader; it replaces the state before, except the events."""

    type: Literal["state"] = "state"
    #: The number of this message among the states and updates of the socket; the next update has the next number.
    seq: int
    table: TableInfo
    #: Null in the lobby.
    game: GameInfo | None
    #: The view as in `view.schema.json`; its `viewer` is null for spectators. Null in the lobby.
    view: dict[str, Any] | None
    #: The number of the first event in `events`; the reader has the events before it, and forgets any after it.
    events_from: int
    #: The new events. The text of an event is `event.NAME`, or `event.NAME-WAY` if it has a `way`, with its details as
    #: parameters; or the texts in its `told`.
    #: A detail that is false is left out. The lines of bills are not among them.
    events: list[dict[str, Any]]
    #: The server's time in seconds since 1970, to compare deadlines with.
    now: float


#: New values by path. A path such as `seats/2/online` leads to a field, or to an item of a list by its number; the
#: number after the last item appends one.
Patch = dict[str, Any]


def _without_optional_fields(schema: dict[str, Any]) -> None:
    schema["required"] = ["type", "seq"]


class Update(Message):
    """What has changed since the message before; fields without changes are left out."""

    model_config = ConfigDict(json_schema_extra=_without_optional_fields)

    type: Literal["update"] = "update"
    #: One more than in the state or update before; if it is not, the client asks for the whole state with `refresh`.
    seq: int
    #: What has changed in the `table`, the `game` and the `view` of the state.
    table: Patch = {}
    game: Patch = {}
    view: Patch = {}
    #: Like `events_from` of the state.
    events_from: int = 0
    #: The new events, as in the state.
    events: list[dict[str, Any]] = []
    #: The server's time in seconds since 1970, with a new deadline.
    now: float = 0


class Ack(Message):
    """The request with this id was carried out and is stored durably."""

    type: Literal["ack"] = "ack"
    id: str


class Refused(Message):
    """The request with this id was refused and changed nothing; `id` is null if it could not be read."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: Problem


class Reason(Message):
    """A reason of the coach for or against a move; its text is `coach.reason.CODE` in the catalogues.

    The parameter `points` is above zero if it is good for the player who chooses, whoever the text is about.
    """

    code: str
    params: dict[str, Any]


class Advice(Message):
    """The coach's estimate for a move; errors are half the width of a 95 % interval."""

    move: str
    #: The expected lead over the best other player at the end of the game, in points.
    margin: float
    margin_error: float
    #: The chance to win, from 0 to 1.
    win: float
    win_error: float
    reasons: list[Reason]


class HintGiven(Message):
    """The answer to `hint`: the coach's advice on every move, the best first."""

    type: Literal["hint"] = "hint"
    id: str
    seat: SeatNumber
    #: The best move and the strongest reason for it, as sentences that are said one after the other.
    tip: list[Text]
    advice: list[Advice]


class EmoteSeen(Message):
    """A player has sent an emote."""

    type: Literal["emote"] = "emote"
    seat: SeatNumber
    emote: Emote


class RematchSet(Message):
    """A table for a rematch was created."""

    type: Literal["rematch"] = "rematch"
    #: The id of the new table.
    table: str


class Bye(Message):
    """The server closes the websocket."""

    type: Literal["bye"] = "bye"
    #: `shutdown`: the server stops, connect again later; `closed`: the table was deleted; `reload`: the version of the
    #: client is too old; `limit`: too many messages, or too fast.
    reason: Literal["shutdown", "closed", "reload", "limit"]


FromServer = Annotated[
    State | Update | Ack | Refused | HintGiven | EmoteSeen | RematchSet | Bye,
    Field(discriminator="type"),
]


# HTTP


class Trouble(Message):
    """The body of every HTTP response with an error."""

    problem: Problem


class Me(Message):
    """The person of the cookie."""

    name: str
    shape: Shape
    #: Whether the person has chosen a name.
    named: bool


class NewMe(Message):
    """A new name and seat shape."""

    name: Name
    shape: Shape


class NewSeat(Message):
    """How a seat of a new table is filled."""

    #: `you`: the host; `here`: a guest, who is a further person at the same device; `bot`; `open`: nobody yet.
    kind: Literal["you", "here", "bot", "open"]
    bot: Level | None = None
    name: Name | None = None
    shape: Shape | None = None


class NewTable(Message):
    """A request for a new table."""

    setting: SettingChoice
    options: Options = Options()
    seats: list[NewSeat]
    #: 16 random bytes of the client in hexadecimal, for the deal.
    nonce: Hex
    #: Whether the game starts at once; then no seat may be open.
    start: bool = False


class NewLesson(Message):
    """A request for a lesson: a table with a chosen deal, where only its learner sits."""

    #: The name of the lesson.
    lesson: Annotated[str, Field(max_length=40)]
    #: 16 random bytes of the client in hexadecimal.
    nonce: Hex


class LessonLine(Message):
    """A lesson."""

    name: str
    setting: SettingChoice
    #: After how many turns it ends; null: after the first round.
    turns: int | None


class LessonList(Message):
    """All lessons, in the order in which they are offered."""

    lessons: list[LessonLine]


class TableMade(Message):
    """A table to join."""

    id: str
    #: The secret of its invitation.
    key: str


class JoinCode(Message):
    """The short code of a lobby."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z0-9]{4,8}$")]


class TableLine(Message):
    """A table in a list."""

    id: str
    phase: Phase
    setting: SettingChoice
    #: By seat: the name of the person, the level of the bot, or empty.
    names: list[str]
    #: The shapes of the seats.
    shapes: list[int]
    #: The totals of the plates; empty before the game.
    scores: list[int]
    #: The seats that have won; empty before the end.
    winners: list[int]
    #: The round that is played; 0 before the game.
    round: int
    #: When the table was last changed, in seconds since 1970.
    updated: float
    #: The seats that the reader holds.
    yours: list[SeatNumber]
    #: Whether a seat of the reader has yet to choose.
    your_turn: bool = False


class TableList(Message):
    """The tables of a person, or the public tables."""

    tables: list[TableLine]


class ResultOpponent(Message):
    """Another seat of a finished game."""

    points: int
    #: The rank among all seats, from 1 on.
    place: int
    #: The level of a bot; null for a person.
    bot: Level | None
    #: The name of a person in that game; empty for a bot, and for people who were deleted.
    name: str
    #: The same number for the same person in all games of this answer; null for bots, for deleted people, and for
    #: guests at the reader's own device, who are known by their names.
    person: int | None


class GameResult(Message):
    """The reader's result in a finished game."""

    #: The table with the replay; null once it has expired.
    table: str | None
    #: When the game ended, in seconds since 1970.
    at: float
    setting: SettingChoice
    points: int
    #: The points of each round; the rest of the points is for what is counted at the end.
    rounds: list[int]
    #: The rank among all seats, from 1 on.
    place: int
    #: How many seats have won, if the reader has; else 0.
    winners: int
    #: How many cards or dice of each dish the reader has taken.
    dishes: dict[str, int]
    opponents: list[ResultOpponent]


class Results(Message):
    """The reader's results in finished games that count, the latest first."""

    games: list[GameResult]


class OptionLine(Message):
    """An answer to a question about a new table."""

    word: str | int | bool | None
    #: Why the rules exclude it together with the other answers; null if they do not.
    problem: Problem | None


class Choices(Message):
    """The options of a new table: for each question the answers that the menu has."""

    #: The allowed setting that is nearest to the answers of the request.
    setting: SettingChoice
    menu: list[OptionLine]
    seats: list[OptionLine]
    dessert: list[OptionLine]
    variant: list[OptionLine]
    must_have_maki: list[OptionLine]


class CountedItem(Message):
    """A card or a face of a die: its word and name, how many there are (a number, and words) and what it scores."""

    word: str
    name: str
    count: int
    amount: str
    scores: str


class CountedList(Message):
    """The contents of a box of one sort: the deck, a dessert, or the faces of a sort of die."""

    title: str
    items: list[CountedItem]


class Reference(Message):
    """All cards or all faces of the dice of a game."""

    lists: list[CountedList]


class Chapter(Message):
    """A chapter of a rulebook."""

    #: The same in every language.
    key: str
    title: str
    lines: list[str]
    lists: list[CountedList]


class RuleBook(Message):
    """The rules of a menu in one language."""

    chapters: list[Chapter]


class Frame(Message):
    """A moment of a finished game: before a choice, or the end."""

    round: int
    turn: int
    #: The seats that had yet to choose.
    to_move: list[SeatNumber]
    #: The events since the frame before.
    events: list[dict[str, Any]]
    #: The view of every seat, and the spectators' last.
    views: list[dict[str, Any]]
    #: The choices that followed: seat and move.
    moves: list[tuple[int, str]]
    #: The points of every plate if the round ended now.
    worth: list[Worth]


class Replay(Message):
    """A finished game, frame by frame."""

    setting: SettingChoice
    names: list[str]
    shapes: list[int]
    #: The seats that the reader held.
    yours: list[SeatNumber] = []
    #: The number of turns of each round; null where it is not known before its end.
    turns: int | None
    frames: list[Frame]
    bill: list[Bill]
    winners: list[int]
    fairness: Fairness | None = None
    #: Where the game was played; the luck of one on a device was not drawn by the server. Null for a posted record.
    played_on: Literal["server", "device"] | None = None


class RecordShared(Message):
    """The link of a shared record: `/replay/ID`."""

    id: str


class Decision(Message):
    """A choice that lowered the player's chances, and a better move."""

    seat: SeatNumber
    round: int
    turn: int
    #: The index of the frame of the replay in which it was made.
    frame: int
    chosen: Advice
    #: Its errors are those of the difference, and its reasons state why it is better.
    better: Advice


class Review(Message):
    """The review of a game: the decisions that mattered, at most three a player."""

    decisions: list[Decision]


class PadPlayer(Message):
    """A player of a game with real cards or dice, and what lies in front of them."""

    name: Name
    #: Words of dishes and how many of each, in the order played.
    dishes: list[tuple[Dish, Annotated[int, Field(ge=1, le=99, strict=True)]]]
    #: The total before this round or before the end.
    total: Annotated[int, Field(ge=-999, le=999, strict=True)] = 0
    #: The number on the player's die, with a dessert that has one.
    die: Annotated[int, Field(ge=0, le=9, strict=True)] | None = None


class PadRound(Message):
    """The plates of a round, or the desserts and tokens of the end, to be scored."""

    setting: SettingChoice
    #: Whether it is the end of the game.
    final: bool
    players: list[PadPlayer]


class PadLine(BillLine):
    """A line of the score of a player; its text is `ROOM.WHY` in the catalogues."""

    #: The part of the catalogues with the text: the score pad has texts of its own for what is counted later.
    room: Literal["why", "pad.note"]


class PadTally(Message):
    """The score of a player."""

    name: str
    #: The points of this round or of the end.
    points: int
    #: The total with these points.
    total: int
    winner: bool
    lines: list[PadLine]


class PadWarning(Message):
    """More was scored than our guess at the box holds; the text is `pad.warning.CODE` in the catalogues."""

    code: str
    params: dict[str, Any]


class PadSheet(Message):
    """The scores of all players, in the order of the request."""

    players: list[PadTally]
    #: The number of turns of a round, in which every plate gets one card or die; null where it depends on the players.
    turns: int | None
    #: How a tie for the win ended: `broken` by the dessert, `even` in the dessert too, or `shared` without a tie-break.
    tie: Literal["broken", "even", "shared"] | None
    warnings: list[PadWarning]


class PadWord(Message):
    """A card, a face of a die or a token that the score pad can count."""

    word: str
    #: The group that it is counted with, such as all cards of a dessert or all dice of a sort.
    group: str
    #: How many of the group a box can hold.
    limit: int
    #: How many of this word our guess at the box has, 0 for none; null where the rulebooks give the number.
    ours: int | None


class PadWords(Message):
    """What the score pad can count in a menu."""

    #: After a round.
    round: list[PadWord]
    #: At the end of the game.
    final: list[PadWord]
    #: The faces of each player's die; empty without one.
    die: list[int]


class MoveLink(Message):
    """A one-time link that makes another device the same person."""

    #: The secret of the link.
    token: str
    #: When it expires, in seconds since 1970.
    until: float


class Token(Message):
    """The secret of a one-time link."""

    token: Annotated[str, Field(max_length=64)]


class Ladder(Message):
    """The points for numbers of a dish."""

    #: The points for 1, 2, 3 … of it.
    rungs: list[int]
    #: Whether a new set begins after the last rung; if not, more cards earn no more.
    repeats: bool


class Progress(Message):
    """What a number of a dish brings."""

    points: int
    #: The text about the next points or the set so far; null for none of it, and where more bring no more.
    note: Text | None


class Stamps(Message):
    """The text in the corner of each card, by its word."""

    #: With two plates at the table.
    two: dict[str, str]
    #: With more.
    more: dict[str, str]


class DessertPrize(Message):
    """The prize of a dessert at the end of the game; losses are positive numbers."""

    #: The points that the most of it win.
    most: int
    #: The points that the fewest of it lose.
    least: int
    #: The same with two plates at the table.
    least_of_two: int
    #: Whether nothing happens if all have the same number, with two plates at the table.
    even_is_nothing_of_two: bool
    #: The same with more plates.
    even_is_nothing: bool
    #: Whether plates that tie share the points, rounded towards 0; if not, each gets all of them.
    ties_share: bool


class Die(Message):
    """A sort of die: the number of dice, and the faces of each."""

    total: int
    faces: list[str]


class TokenSupply(Message):
    """A sort of token: the number of tokens, and how many each player starts with."""

    total: int
    start: int


class MenuFacts(Message):
    """The traits of a menu."""

    #: The kind of table, without a variant.
    table: TableKind
    #: The number of cards or dice of each seat, by the number of plates.
    hand_sizes: dict[int, int]
    desserts: list[str]
    variants: list[str]
    may_require_maki: bool
    no_maki_can_place: bool
    dessert_breaks_ties: bool
    boat: bool


class VariantFacts(Message):
    """The traits of a variant."""

    #: The numbers of players that it allows.
    seats: list[int]
    table: TableKind
    #: Whether the lowest total wins.
    lowest_wins: bool
    #: Whether there is an extra plate, without a seat: the seat in control, which changes each turn, plays for it.
    extra_plate: bool
    #: Who draws cards during a round: nobody, each seat from its own pile, or the seat in control.
    draws: Literal["nothing", "own-pile", "in-control"]


class PlayerDie(Message):
    """The die that each player has with a dessert: the number of its faces, and the face at the start."""

    faces: int
    start: int


class DessertFacts(Message):
    """The traits of a dessert."""

    #: How many of each card are in the deck, by its word in a hand.
    cards: dict[str, int]
    #: How many of each card there are, by its word once it is played.
    played: dict[str, int]
    prize: DessertPrize
    #: The points for runs of 1, 2, 3 … consecutive numbers; empty where runs do not count.
    runs: list[int]
    #: The die of each player; the view has the numbers on the dice in a field with the name of the dessert.
    die: PlayerDie | None
    #: Whether the squishy is played for.
    squishy: bool


class Points(Message):
    """The facts and numbers of the rules that a client needs to draw a table."""

    #: The parameters of the rule texts.
    numbers: dict[str, int | str]
    menus: dict[str, MenuFacts]
    #: Every variant by its word; `none` is a game without one.
    variants: dict[str, VariantFacts]
    desserts: dict[str, DessertFacts]
    rounds: int
    #: How many of each card are in the deck, without desserts.
    cards: dict[str, int]
    #: The points for sets, of card games and of Sushi Roll.
    card_ladders: dict[str, Ladder]
    roll_ladders: dict[str, Ladder]
    #: What 0, 1, 2 … of a dish bring, in card games and in Sushi Roll.
    card_sets: dict[str, list[Progress]]
    roll_sets: dict[str, list[Progress]]
    stamps: Stamps
    #: The points of each nigiri.
    nigiri: dict[str, int]
    #: The points of each nigiri on wasabi.
    dipped: dict[str, int]
    wasabi_times: int
    maki_first: int
    maki_second: int
    #: The prize for the pudding tokens of Sushi Roll.
    roll_prize: DessertPrize
    #: The points of the squishy.
    squishy: int
    #: The dishes that can bring points, in the order of a bill.
    bill_dishes: list[str]
    dice: dict[str, Die]
    tokens: dict[str, TokenSupply]
    tokens_per_point: int
    #: The number of cards in each row of the pyramid, from the top.
    pyramid: list[int]


class Example(Message):
    """A worked example of scoring: plates, and the engine's scores for them."""

    #: The dish that it is about. The lines for maki are left out of examples of other dishes.
    dish: str
    setting: SettingChoice
    #: Whether it is about the end of the game.
    final: bool
    players: list[PadPlayer]
    #: For every player: the places, from 0 on, of the nigiri that lie on wasabi.
    on_wasabi: list[list[int]]
    sheet: PadSheet


class ExampleList(Message):
    """The examples of a menu: one for every dish and dessert, in the order of its rules."""

    examples: list[Example]


Bill.model_rebuild()
