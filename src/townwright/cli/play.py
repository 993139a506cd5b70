"""townwright play: a game in the terminal."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

import townwright as tw
from townwright import bots as computer
from townwright.engine.match import YOU, Match
from townwright.engine.moves import Move

from .common import (
    SECRET,
    box_options,
    game_argument,
    parse_bots,
    parse_options,
    read_file,
    seed_option,
    sheet_table,
    write_file,
)
from .rules import rules_text

MOST_SHOWN = 30  # moves listed at once
MOST_OF_A_KIND = 21  # moves of one kind listed one by one among many
HELP = """Type the number of a move, or its words (in colour), or some of its words to list fewer moves.
  [b]undo[/b]  takes back your last step, as long as nothing hidden was revealed
  [b]hint[/b]  shows what the greedy bot would do        [b]score[/b]  shows the score sheet
  [b]moves[/b] lists the moves again                     [b]table[/b]  draws the table again
  [b]rules[/b] explains the game                         [b]save FILE[/b]  writes a record to go on later
  [b]quit[/b]  leaves the game"""


class Quit(Exception):
    """The player leaves."""


@click.command()
@game_argument
@click.option("--seats", type=click.IntRange(min=1), help="How many play; by default you and the bots.")
@click.option(
    "--bots", multiple=True, metavar="BOT,BOT,...", help="The computer players: random, greedy. By default one greedy."
)
@click.option("--name", "names", multiple=True, help="The name of a person at the keyboard; may be repeated.")
@click.option("--resume", type=click.Path(dir_okay=False), help="Go on with a record written by `save`.")
@click.option(
    "--pause", type=click.FloatRange(min=0), default=0.6, show_default=True, help="Seconds to show a bot's move."
)
@seed_option
@box_options
def command(
    game: str,
    seats: int | None,
    bots: tuple[str, ...],
    names: tuple[str, ...],
    resume: str | None,
    pause: float,
    seed: str | None,
    options: tuple[str, ...],
    box: str | None,
) -> None:
    """Play GAME in the terminal, alone against bots or with friends at one keyboard.

    People have the first seats, bots the others. With as many bots as
    `--seats` you watch.
    """
    found = tw.games.load(game)
    if resume:
        if seats or seed or options or box:
            raise click.UsageError("A record brings its own seats, seed, options and box: use --resume without them")
        match = tw.replay(read_file(resume))
        if match.game is not found:
            raise tw.BadRecord(f"this is a record of {match.game.name!r}; expected {found.name!r}")
        seats = match.seats
    players = parse_bots(bots)
    if bots and not players:
        raise click.UsageError("--bots names no bot; expected random, greedy or both, separated by commas")
    fewest, most = found.seats
    if not players and (seats or 2) > max(1, len(names)) and most > 1:
        players = ["greedy"] * max(1, (seats or max(fewest, len(names) + 1)) - max(1, len(names)))
    seats = found.check_seats(seats or max(fewest, len(players) + max(1, len(names))))
    people = seats - len(players)
    if people < 0:
        raise tw.BadCall(f"there are {len(players)} bots for {seats} seats; expected at most {seats}")
    if not resume:
        match = tw.new(game, seats, seed, parse_options(options), box)
    if len(names) > people:
        raise tw.BadCall(f"there are {len(names)} names for {people} people; add seats with --seats")
    given = [*names, *(YOU if people == 1 else f"Player {n + 1}" for n in range(len(names), people))]
    called = [f"{name.title()} {n + 1}" for n, name in enumerate(players)]
    crew: list[computer.Bot | None] = [None] * people + [computer.make(name, f"{n}") for n, name in enumerate(players)]
    Session(match, given + called, crew, pause).run()


class Session:
    """One game at one terminal."""

    def __init__(self, match: Match, names: list[str], crew: list[computer.Bot | None], pause: float) -> None:
        self.match, self.names, self.crew, self.pause = match, names, crew, pause
        self.console = Console(highlight=False)
        self.people = [seat for seat, bot in enumerate(crew) if bot is None]
        self.at_keyboard = self.people[0] if self.people else None

    def run(self) -> None:
        """Plays to the end, or until the player leaves."""
        try:
            while not self.match.over:
                seat = next((s for s in self.match.pending if self.crew[s]), self.match.pending[0])
                bot = self.crew[seat]
                if bot is not None:
                    self.play(seat, bot.choose(self.match, seat))
                    time.sleep(self.pause)
                else:
                    self.turn(seat)
        except Quit:
            self.console.print("Goodbye.")
            return
        self.draw(self.at_keyboard)
        self.console.print(sheet_table(self.match, self.names))
        self.console.print(f"[b]{escape(self.match.verdict(self.names))}[/b]")

    def play(self, seat: int, code: int) -> None:
        """Plays a move and tells it as whoever is at the keyboard may know it."""
        told = self.match.tell(seat, code, self.at_keyboard) or SECRET
        self.match.play(seat, code)
        self.console.print(f"[b]{escape(self.names[seat])}[/b]: {escape(told)}")

    def draw(self, seat: int | None) -> None:
        match = self.match
        view = msgspec.convert(match.view(seat), match.game.view)
        self.console.print(match.game.draw(view, self.names, match.box.face, match.game.texts()))
        totals = "   ".join(f"{name} {sheet.total}" for name, sheet in zip(self.names, match.sheet(seat), strict=True))
        self.console.print(f"Points so far: {escape(totals)}")

    def turn(self, seat: int) -> None:
        """Asks a person until a move is played."""
        if self.at_keyboard != seat:
            self.console.clear()
            self.ask(f"{escape(self.names[seat])}, it is your turn. Press Enter when only you are looking. ")
            self.at_keyboard = seat
        self.draw(seat)
        shown = self.show(self.match.moves(seat), self.match.prompt(seat, self.names))
        ply = self.match.ply
        while self.match.ply == ply and not self.match.over:
            shown = self.answer(seat, self.ask("[b]>[/b] ").strip(), shown)
            if seat not in self.match.pending:
                return

    def ask(self, prompt: str) -> str:
        try:
            return self.console.input(prompt)
        except EOFError:
            raise Quit from None

    def show(self, moves: list[Move], title: str) -> list[Move]:
        """Lists moves with numbers; many moves of a kind become one line to narrow down."""
        self.console.print(f"[b]{escape(title)}[/b]")
        kinds = Counter(move.kind for move in moves)
        heads: dict[str, list[Move]] = {}
        for move in moves:
            many = len(moves) > MOST_SHOWN and kinds[move.kind] > MOST_OF_A_KIND
            heads.setdefault(" ".join(move.words.split()[:2]) if many else move.words, []).append(move)
        if len(heads) == 1:
            heads = {move.words: [move] for move in moves}
        shown: list[Move] = []
        for head, group in heads.items():
            if len(group) > 1:
                self.console.print(f"     [cyan]{head} …[/cyan]  ({len(group)} ways: type these words to see them)")
            elif len(shown) < MOST_SHOWN:
                shown += group
                self.console.print(f"{len(shown):4} [cyan]{group[0].words}[/cyan]  {escape(group[0].text)}")
        hidden = sum(len(group) == 1 for group in heads.values()) - len(shown)
        if hidden:
            self.console.print(f"     … and {hidden} more: type more words")
        return shown

    def answer(self, seat: int, line: str, shown: list[Move]) -> list[Move]:
        """Carries out one line; gives the moves that are numbered now."""
        verb, _, rest = line.partition(" ")
        if not line or verb in ("help", "?"):
            self.console.print(HELP)
        elif verb in ("quit", "exit", "q"):
            raise Quit
        elif verb == "undo":
            self.undo(seat)
        elif verb == "hint":
            code = computer.make("greedy", "hint").choose(self.match, seat)
            words = self.match.game.moves.words(self.match.box.face, code)
            self.console.print(
                f"The greedy bot would play [cyan]{words}[/cyan]: {escape(self.match.tell(seat, code, seat) or SECRET)}"
            )
        elif verb == "score":
            self.console.print(sheet_table(self.match, self.names, seat))
        elif verb == "rules":
            self.console.print(Markdown(rules_text(self.match.game.name)))
        elif verb == "table":
            self.draw(seat)
        elif verb == "moves":
            return self.show(self.match.moves(seat), self.match.prompt(seat, self.names))
        elif verb == "save":
            self.save(rest.strip())
        else:
            return self.choose(seat, line, shown)
        return shown

    def undo(self, seat: int) -> None:
        try:
            self.match.undo(seat)
        except tw.CannotUndo as problem:
            self.console.print(f"That cannot be taken back: {problem}.")
        else:
            self.console.print("Taken back.")

    def save(self, path: str) -> None:
        if not path:
            self.console.print("Type the name of a file: save game.json")
            return
        if Path(path).exists() and not is_record(path):
            self.console.print(escape(f"{path} exists and is not a record: choose another name."))
            return
        try:
            write_file(path, msgspec.json.format(msgspec.json.encode(self.match.record())).decode())
            self.console.print(
                escape(f"Saved. Go on later with: townwright play {self.match.game.name} --resume {path}")
            )
        except tw.TownwrightError as problem:
            self.console.print(escape(str(problem)))

    def choose(self, seat: int, line: str, shown: list[Move]) -> list[Move]:
        """A number, a move in words, or part of the words."""
        moves = self.match.moves(seat)
        if line.isdecimal() and len(line) < 9:
            if 1 <= int(line) <= len(shown):
                self.play(seat, shown[int(line) - 1].code)
                return []
            self.console.print(f"There is no move number {line}; the numbers shown are 1 to {len(shown)}.")
            return shown
        words = line.lower().split()
        exact = next((m for m in moves if m.words.lower().split() == words), None)
        if exact:
            self.play(seat, exact.code)
            return []
        if fitting := [move for move in moves if matches(move.words, words)]:
            return self.show(fitting, "One move fits:" if len(fitting) == 1 else f"{len(fitting)} moves fit:")
        self.console.print(escape(self.explain(seat, line)))
        return shown

    def explain(self, seat: int, line: str) -> str:
        """Why nothing fits: the reason of the move nearest to legal that these words could mean.

        A game lists its reasons in the order in which it checks them, so the highest number came furthest.
        """
        words = line.lower().split()
        meant = [code for known, code in self.match.box.codes.items() if matches(known, words)]
        if meant:
            return str(self.match.why_not(seat, max(meant, key=lambda code: self.match.refusal(seat, code))))
        return f'No move fits "{line}". Type moves to see them, help for help.'


def matches(own: str, words: list[str]) -> bool:
    """Whether a move's words contain all these words; a cell is found with or without its star."""
    mine = own.lower().split()
    return all(word in mine or f"{word}*" in mine for word in words)


def is_record(path: str) -> bool:
    """Whether a file is a record of a game, which may be written over."""
    try:
        tw.replay(read_file(path))
    except tw.TownwrightError:
        return False
    return True
