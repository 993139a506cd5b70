"""Every message between the server and its clients: first over HTTP, then frames of the client, then of the server.

docs/protocol.md explains them; the page's types are derived from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from townwright import bots
from townwright.bots import USUAL
from townwright.engine.analysis import Decision
from townwright.engine.foresight import Foresight
from townwright.engine.hints import Advice
from townwright.engine.moves import Move
from townwright.engine.saving import Deal
from townwright.engine.shapes import Guide
from townwright.engine.sheets import Sheet

MOST_SEATS = 6
MOST_BOX = 100_000  # characters of a box file
INVISIBLE = (  # characters that show nothing, not even space: control and format
    "\\x00-\\x1f\\x7f-\\x9f\\xad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e"
    "\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb"
)
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=f"[^\\s{INVISIBLE}]")]  # at least one visible letter
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[ -~]+$")]  # made by the client, new for every request
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{16,128}(?!\\n)$")]  # Python's $ also matches before a final newline
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}(?!\\n)$")]
if TYPE_CHECKING:
    BotName = str
else:
    BotName = Literal[tuple(bots.NAMES)]
Pace = Annotated[float, Meta(ge=0, le=10)]
Wait = Annotated[float, Meta(ge=1, le=7 * 24 * 3600)]
Key = Annotated[str, Meta(min_length=20, max_length=100)]
Status = Literal["open", "playing", "over", "closed", "frozen"]
EventKind = Literal[
    "joined", "left", "handed", "back", "reminded", "stand_in", "freed", "rematch", "proposed", "declined"
]


class Option(Struct, kw_only=True):
    """One option of a game's box."""

    name: str
    text: str  # what it does, in plain words
    kind: Literal["switch", "number", "choice", "words"]
    default: Any
    choices: dict[str, str] = {}  # of a choice: what each value means
    least: int | None = None  # of a number
    most: int | None = None


class GameInfo(Struct, kw_only=True):
    """A game that can be played here."""

    name: str  # "old-london-bridge"
    title: str
    summary: str
    seats: tuple[int, int]  # fewest and most players
    options: list[Option]
    bots: list[str]  # weakest first
    ready: float  # the share of its rules that is compiled; less than 1 only before its first use on this machine


class Me(Struct, kw_only=True):
    """You, and the tables where you sit."""

    name: str | None
    tables: list[TableLine]


class Address(Struct):
    """The address for invitations."""

    url: str | None  # None: the address that you used


class NewName(Struct, forbid_unknown_fields=True):
    name: Name


class NewSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """Who gets a seat of a new table: its owner, whoever comes first, or a bot."""

    who: Literal["me", "open", "bot"]
    bot: BotName = USUAL


class OwnBox(Struct, kw_only=True, forbid_unknown_fields=True):
    """A player's own box: a file that `townwright box new` has written, with changes."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    toml: Annotated[str, Meta(max_length=MOST_BOX)]


class BoxCheck(Struct, kw_only=True):
    """What is wrong with a box, sentence by sentence; if nothing is, the options that it comes with."""

    problems: list[str]
    options: dict[str, Any] = {}
    printed: bool = False  # whether it is the game's own box, unchanged


class NewTable(Struct, kw_only=True, forbid_unknown_fields=True):
    """A wish for a new table."""

    game: str
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    box: OwnBox | None = None  # instead of the game's own
    listed: bool = False  # shown on the home page of others while a seat is open
    pace: Pace = 0.8  # seconds a bot waits before it moves
    wait: Wait = 120.0  # seconds after which the others may do something about a player who is away


class Join(Struct, kw_only=True, forbid_unknown_fields=True):
    """A wish to sit down, on this seat or on the first open one."""

    seat: int | None = None


class ChangeSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """Before the game begins, the owner gives a seat to a bot or opens it, even one that another person holds."""

    who: Literal["open", "bot"]
    bot: BotName = USUAL


class SeatKey(Struct, kw_only=True):
    """The key that opens a person's own seat from another device. Whoever has it can take the seat."""

    key: Key


class SeatInfo(Struct, kw_only=True):
    """A seat of a table, as everybody sees it."""

    seat: int
    who: Literal["open", "person", "bot"]
    name: str | None  # None if the seat is open; a bot has a person's name too
    bot: str | None = None  # the bot's level
    here: bool = False  # whether the person is connected
    ready: bool = False  # whether the person's part of the deal is promised (bots are always ready)
    away: int | None = None  # seconds since the person's last sign of life; None if the person is at the table
    absent: bool = False  # away for so long that the others may do something about it
    stand_in: str | None = None  # the bot that plays for the person until the person is back
    wins: int = 0  # in this series of rematches, this game included once it is over


class TableLine(Struct, kw_only=True):
    """A table in a list."""

    code: str
    game: str
    title: str
    status: Status
    seats: list[SeatInfo]
    you: int | None
    your_turn: bool
    at: float  # when it was last touched, in seconds since 1970


class Ending(Struct, kw_only=True):
    """A player proposes to end the game."""

    seat: int
    waiting: list[int]  # the seats that have not agreed yet


class TableInfo(Struct, kw_only=True):
    """A table as one guest sees it."""

    code: str
    game: str
    title: str
    rules: int  # version of the rules
    options: dict[str, Any]
    box: str | None = None  # the name of the box if it is not the game's own
    seats: list[SeatInfo]
    status: Status
    why_closed: str | None = None
    you: int | None  # your seat, if you have one
    yours: bool  # whether you are its owner
    listed: bool
    pace: Pace
    deal: Deal  # the promise behind the shuffling; its secret is shown once the game is over
    wait: Wait
    round: int  # which game of a series of rematches this is
    ending: Ending | None = None  # a proposal to end the game that is not settled
    ended: bool = False  # whether the game was ended by agreement, without a winner
    rematch: str | None = None  # the code of the table that follows this one
    preparing: float | None = None  # while the rules are being compiled: the share that is done


class BoxInfo(Struct, kw_only=True):
    """What is printed on the components of a table's game. It stays the same as long as the table exists."""

    contents: dict[str, Any]  # of the box
    guide: Guide  # what a client needs to show the game: shapes, labels, signs, cards


class LogLine(Struct, kw_only=True, gc=False):
    """Something that happened: a move, an only move that was played automatically, a move taken back, or the end of the
    game by agreement.

    A choice that this reader may not know appears as "secret"; once all have chosen, it gets a line of its own.
    """

    ply: int  # of the table when the line was added
    seat: int
    kind: Literal["move", "forced", "secret", "undo", "end"]
    text: str  # a sentence in the past tense: "Ada took red and blue."
    move: Move | None  # the move itself; None if it was taken back or forced, or if this reader may not know it


class Situation(Struct, kw_only=True, tag="situation"):
    """All that a reader may know about a game at one moment, and what has happened since the last situation."""

    ply: int  # moves and undos so far; every one counts
    pending: list[int]  # the seats that must act
    over: bool
    prompt: str  # one sentence: what you must decide, or who is to move
    view: Any  # the table as this reader knows it; its form is the game's own
    moves: list[Move]  # what you may play now
    sheet: list[Sheet]  # the present score of every seat, line by line, as far as you may know it
    undo: Literal["free", "ask"] | None  # whether your last move can be taken back: at once, or if the others agree
    verdict: str | None  # the result in one sentence, once the game is over
    log: list[LogLine]  # what happened since, oldest first


class Replay(Struct, kw_only=True):
    """A moment of a game, without moves to make."""

    plies: int  # of the whole game
    seats: list[SeatInfo]
    title: str
    game: str
    readers: list[str]  # whose view you may request: "all", "none" (a spectator), "0", "1", ...
    situation: Situation


class AnalysisInfo(Struct, kw_only=True):
    """How far the analysis of a game is, and what it has found so far."""

    status: Literal["none", "running", "done", "stopped"]
    done: int  # plies
    total: int
    decisions: list[Decision]  # `ply` counts the plies of the replay
    accuracy: list[float | None]  # of every seat, 0 to 100


class Problem(Struct, kw_only=True):
    """Why a request was refused."""

    code: str  # for programs and translations: "full", "not-found", ...
    message: str  # one English sentence


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """I am here, and promise my part of the deal: the SHA-256 of my entropy."""

    commitment: Hash


class Reveal(Struct, tag="reveal", forbid_unknown_fields=True):
    """My part of the deal, now that everyone has promised theirs. The game begins when every person has sent theirs."""

    entropy: Entropy


class Play(Struct, tag="play", kw_only=True, forbid_unknown_fields=True):
    """A move, chosen at a ply."""

    id: Id
    ply: Annotated[int, Meta(ge=0)]
    code: Annotated[int, Meta(ge=0)]


class Undo(Struct, tag="undo", kw_only=True, forbid_unknown_fields=True):
    """Take back my last move; ask the others if the game alone does not allow it."""

    id: Id


class Consent(Struct, tag="consent", kw_only=True, forbid_unknown_fields=True):
    """My answer to a player who wants to take back a move."""

    yes: bool


class Why(Struct, tag="why", kw_only=True, forbid_unknown_fields=True):
    """Why may I not play this? A code, or words such as "take 1 3"."""

    id: Id
    move: Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0)]


class Foresee(Struct, tag="foresee", kw_only=True, forbid_unknown_fields=True):
    """What would this move of mine bring?"""

    id: Id
    code: Annotated[int, Meta(ge=0)]


class Hint(Struct, tag="hint", kw_only=True, forbid_unknown_fields=True):
    """What would a bot play here?"""

    id: Id


class Say(Struct, tag="say", kw_only=True, forbid_unknown_fields=True):
    """A line of chat."""

    text: ChatText


class SetPace(Struct, tag="pace", kw_only=True, forbid_unknown_fields=True):
    """The owner sets how long bots wait."""

    pace: Pace


class SetWait(Struct, tag="wait", kw_only=True, forbid_unknown_fields=True):
    """The owner sets after how many seconds the others may do something about a player who is away."""

    wait: Wait


class Here(Struct, tag="here", kw_only=True, forbid_unknown_fields=True):
    """I am at the table, so no bot need stand in for me. A page sends it when a key or the mouse is used."""


class Remind(Struct, tag="remind", kw_only=True, forbid_unknown_fields=True):
    """Call a player who is absent; at most once a minute."""

    seat: int


class StandIn(Struct, tag="stand_in", kw_only=True, forbid_unknown_fields=True):
    """Let a bot play for an absent player, until that person is back."""

    seat: int


class End(Struct, tag="end", kw_only=True, forbid_unknown_fields=True):
    """I propose to end the game, or agree to end it; or I decline, or withdraw my proposal."""

    yes: bool


FromClient = (
    Ready
    | Reveal
    | Play
    | Undo
    | Consent
    | Why
    | Foresee
    | Hint
    | Say
    | SetPace
    | SetWait
    | Here
    | Remind
    | StandIn
    | End
)


class TableNews(Struct, tag="table"):
    """The table and who sits there, whenever any of it changes."""

    table: TableInfo


class Answer(Struct, tag="answer", kw_only=True):
    """The answer to a frame with an id."""

    id: str
    ok: bool
    ply: int  # of the table now
    problem: Problem | None = None  # why not
    text: str | None = None  # to `why`: the reason; None if the move may be played
    move: Move | None = None  # to `hint`: the best move
    hints: list[Advice] = []  # to `hint`: the best moves, with what to expect after each
    foresight: Foresight | None = None  # to `foresee`: what the move would bring; None if it cannot be played


class ChatLine(Struct, kw_only=True):
    n: int
    seat: int | None  # None is a spectator
    name: str
    text: str
    at: float


class Chat(Struct, tag="chat"):
    """Lines of chat, oldest first."""

    lines: list[ChatLine]


class PeopleLine(Struct, kw_only=True):
    """Something that people did at the table, apart from playing. It belongs after the moves up to `ply` in the log."""

    n: int
    ply: int
    kind: EventKind
    seat: int  # of the person who did it
    text: str  # a sentence in the past tense
    at: float


class People(Struct, tag="people"):
    """What people did at the table, oldest first."""

    lines: list[PeopleLine]


class Reminded(Struct, tag="reminded", kw_only=True):
    """Another player calls you: it is your turn."""

    text: str


class UndoAsked(Struct, tag="asked", kw_only=True):
    """A player wants to take back a move; `seat` is None once that is settled."""

    seat: int | None
    waiting: list[int] = []  # the seats that have not answered


class Trouble(Struct, tag="trouble"):
    """A frame that could not be used."""

    problem: Problem
    id: str | None = None  # of that frame, if it has one
    again: float | None = None  # seconds after which the frame can be sent again; None: it will not work later either


class Beat(Struct, tag="beat"):
    """A sign of life every 20 seconds. If nothing arrives for twice as long, the connection is lost."""


FromServer = TableNews | Situation | Answer | Chat | People | Reminded | UndoAsked | Trouble | Beat
ServerMessage = list[FromServer]
