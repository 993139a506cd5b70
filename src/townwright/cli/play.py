"""townwright play: a game in the terminal."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

import townwright as tw
from townwright.engine.converting import convert
from townwright.engine.errors import how_many
from townwright.engine.texts import table_texts
from townwright.games import rules_page

from .common import (
    box_options,
    game_argument,
    language_option,
    parse_bots,
    parse_options,
    read_file,
    seed_option,
    sheet_table,
    so_far,
    terminal_texts,
    write_file,
)

if TYPE_CHECKING:
    from townwright.bots import Bot
    from townwright.engine.match import Match
    from townwright.engine.moves import Move

HINT = 0.5  # seconds to think about a hint
MOST_SHOWN = 30  # moves listed at once
MOST_OF_A_KIND = 21  # in a longer list, a kind with more moves than this is summarised


class Quit(Exception):
    """The player leaves the game."""


@click.command()
@game_argument
@click.option("--seats", type=click.IntRange(min=1), help="How many players; by default you and the bots.")
@click.option(
    "--bots",
    multiple=True,
    metavar="BOT,BOT,...",
    help="The computer players: beginner, casual, strong, expert (also random, greedy). By default casual.",
)
@click.option("--name", "names", multiple=True, help="The name of a person at the keyboard; may be repeated.")
@click.option("--resume", type=click.Path(dir_okay=False), help="Continue a record written by `save`.")
@click.option(
    "--pause", type=click.FloatRange(min=0), default=0.6, show_default=True, help="Seconds to show a bot's move."
)
@click.option(
    "--think",
    type=click.FloatRange(min=0, min_open=True, max=60),
    help="Seconds per decision for strong, expert and hints; by default 0.1, 0.5 and 0.5.",
)
@language_option
@seed_option
@box_options
def command(
    game: str,
    seats: int | None,
    bots: tuple[str, ...],
    names: tuple[str, ...],
    resume: str | None,
    pause: float,
    think: float | None,
    language: str,
    seed: str | None,
    options: tuple[str, ...],
    box: str | None,
) -> None:
    """Play GAME in the terminal, alone against bots or with friends at one keyboard.

    People have the first seats, bots the others. With as many bots as `--seats` you watch.
    """
    from townwright import bots as computer

    loaded = tw.games.load(game)
    if resume:
        if seats or seed or options or box:
            raise click.UsageError("A record brings its own seats, seed, options and box: use --resume without them")
        match = tw.replay(read_file(resume))
        if match.game is not loaded:
            raise tw.BadRecord(f"this is a record of {match.game.name!r}; expected {loaded.name!r}")
        seats = match.seats
    players = parse_bots(bots)
    if bots and not players:
        raise click.UsageError(
            f"--bots names no bot; expected some of {', '.join(computer.NAMES)}, separated by commas"
        )
    fewest, most = loaded.seats
    if not players and (seats or 2) > max(1, len(names)) and most > 1:
        players = [computer.USUAL] * max(1, (seats or max(fewest, len(names) + 1)) - max(1, len(names)))
    seats = loaded.check_seats(seats or max(fewest, len(players) + max(1, len(names))))
    people = seats - len(players)
    if people < 0:
        raise tw.BadCall(f"there are {len(players)} bots for {how_many(seats, 'seat')}; expected at most {seats}")
    if not resume:
        match = tw.new(game, seats, seed, parse_options(options), box)
    if len(names) > people:
        raise tw.BadCall(f"there are {len(names)} names for {people} people; add seats with --seats")
    you, texts = table_texts(language)("seat.you"), terminal_texts(language)
    given = [*names, *(you if people == 1 else texts("player", n=n + 1) for n in range(len(names), people))]
    taken = given.copy()
    for n, level in enumerate(players):
        taken.append(computer.person(n, taken, level))
        given.append(f"{taken[-1]} ({level})")
    crew: list[Bot | None] = [None] * people
    crew += [computer.make(computer.timed(name, think), f"{n}") for n, name in enumerate(players)]
    session = Session(match, given, crew, pause, language, think or HINT)
    for name, bot in zip(given[people:], players, strict=True):
        if (level := bot.partition(":")[0]) in computer.LEVELS:
            session.console.print(escape(texts(f"style.{level}", name=name)))
    session.run()


class Session:
    """One game at one terminal."""

    def __init__(
        self,
        match: Match,
        names: list[str],
        crew: list[Bot | None],
        pause: float,
        language: str,
        think: float = HINT,
    ) -> None:
        self.think = think  # seconds for a hint
        self.match, self.names, self.crew, self.pause, self.language = match, names, crew, pause, language
        self.texts = terminal_texts(language)
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
                    self.play(seat, bot.choose(self.match.known(seat), seat))
                    time.sleep(self.pause)
                else:
                    self.turn(seat)
        except Quit:
            self.console.print(self.texts("goodbye"))
            return
        self.draw(self.at_keyboard)
        self.console.print(sheet_table(self.match, self.names, language=self.language))
        self.console.print(f"[b]{escape(self.match.verdict(self.names, self.language))}[/b]")

    def play(self, seat: int, code: int) -> None:
        """Plays a move and narrates it, with the moves it forced, as whoever is at the keyboard may know them."""
        reader, names, language = self.at_keyboard, self.names, self.language
        self.console.print(escape(self.match.narrate(seat, code, reader, names, language).text))
        self.match.play(seat, code)
        for forced in self.match.forced():
            narrated = forced.match.narrate(forced.seat, forced.code, reader, names, language)
            if narrated.move is not None:
                own = forced.seat == reader
                self.console.print(escape(self.texts("forced", text=narrated.text) if own else narrated.text))

    def draw(self, seat: int | None) -> None:
        match = self.match
        view = convert(match.view(seat), match.game.view)
        self.console.print(match.game.draw(view, self.names, match.box.face, match.game.texts(self.language)))
        sheets = zip(self.names, match.sheet(seat), strict=True)
        totals = "   ".join(f"{name} {so_far(sheet.total, sheet.unseen)}" for name, sheet in sheets)
        self.console.print(self.texts("points", totals=escape(totals)))

    def turn(self, seat: int) -> None:
        """Asks a person until a move is played."""
        if self.at_keyboard != seat:
            self.console.clear()
            self.ask(self.texts("turn", name=escape(self.names[seat])))
            self.at_keyboard = seat
        self.draw(seat)
        shown = self.show_all(seat)
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

    def show_all(self, seat: int) -> list[Move]:
        """Lists every move of a seat below its prompt."""
        return self.show(self.match.moves(seat, self.language), self.match.prompt(seat, self.names, self.language))

    def show(self, moves: list[Move], title: str) -> list[Move]:
        """Lists moves with numbers; many moves of one kind become one line, with words to type."""
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
                self.console.print(f"     [cyan]{head} …[/cyan]  {self.texts('moves.ways', n=len(group))}")
            elif len(shown) < MOST_SHOWN:
                shown += group
                self.console.print(f"{len(shown):4} [cyan]{group[0].words}[/cyan]  {escape(group[0].text)}")
        hidden = sum(len(group) == 1 for group in heads.values()) - len(shown)
        if hidden:
            self.console.print(f"     {self.texts('moves.more', n=hidden)}")
        return shown

    def answer(self, seat: int, line: str, shown: list[Move]) -> list[Move]:
        """Executes one line of input; returns the moves that have numbers now."""
        verb, _, rest = line.partition(" ")
        if not line or verb in ("help", "?"):
            self.console.print(self.texts("help"))
        elif verb in ("quit", "exit", "q"):
            raise Quit
        elif verb == "undo":
            self.undo(seat)
        elif verb == "hint":
            self.hint(seat)
        elif verb == "score":
            self.console.print(sheet_table(self.match, self.names, seat, self.language))
        elif verb == "rules":
            self.console.print(Markdown(rules_page(self.match.game.name, self.language)))
        elif verb == "table":
            self.draw(seat)
        elif verb == "moves":
            return self.show_all(seat)
        elif verb == "save":
            self.save(rest.strip())
        else:
            return self.choose(seat, line, shown)
        return shown

    def hint(self, seat: int) -> None:
        """The best move, what to expect after it, and why."""
        best = self.match.hints(seat, self.think, self.language)[0]
        self.console.print(self.texts("hint", words=best.move.words, text=escape(best.move.text)))
        points, chance = f"{best.points[seat]:.0f}", f"{100 * best.chances[seat]:.0f}"
        alone = self.match.seats == 1
        expected = (
            self.texts("expected_alone", points=points)
            if alone
            else self.texts("expected", points=points, chance=chance)
        )
        self.console.print(escape(f"{expected} {best.why or ''}".strip()))

    def undo(self, seat: int) -> None:
        try:
            self.match.undo(seat, self.language)
        except tw.CannotUndo as problem:
            self.console.print(self.texts("undo.refused", problem=problem))
        else:
            self.console.print(self.texts("undo.done"))

    def save(self, path: str) -> None:
        if not path:
            self.console.print(self.texts("save.name"))
            return
        if Path(path).exists() and not is_record(path):
            self.console.print(escape(self.texts("save.exists", path=path)))
            return
        try:
            write_file(path, msgspec.json.format(msgspec.json.encode(self.match.record())).decode())
            self.console.print(escape(self.texts("save.done", game=self.match.game.name, path=path)))
        except tw.TownwrightError as problem:
            self.console.print(escape(str(problem)))

    def choose(self, seat: int, line: str, shown: list[Move]) -> list[Move]:
        """Plays a move given by its number or its words, or lists the moves with some of the words."""
        moves = self.match.moves(seat, self.language)
        if line.isdecimal() and len(line) < 9:
            if 1 <= int(line) <= len(shown):
                self.play(seat, shown[int(line) - 1].code)
                return []
            self.console.print(self.texts("moves.no_number", line=line, n=len(shown)))
            return shown
        words = line.lower().split()
        exact = next((m for m in moves if m.words.lower().split() == words), None)
        if exact:
            self.play(seat, exact.code)
            return []
        if fitting := [move for move in moves if matches(move.words, words)]:
            title = self.texts("moves.one_fits") if len(fitting) == 1 else self.texts("moves.fit", n=len(fitting))
            return self.show(fitting, title)
        self.console.print(escape(self.explain(seat, line)))
        return shown

    def explain(self, seat: int, line: str) -> str:
        """Why nothing fits: the reason against the move that these words could mean and that is nearest to legal.

        A game lists its reasons in the order in which it checks them, so the highest number passed the most checks.
        """
        words = line.lower().split()
        meant = [code for known, code in self.match.box.codes.items() if matches(known, words)]
        if meant:
            nearest = max(meant, key=lambda code: self.match.refusal(seat, code))
            return str(self.match.why_not(seat, nearest, self.language))
        return self.texts("moves.none", line=line, near=", ".join(self.match.nearest(line, seat)))


def matches(own: str, words: list[str]) -> bool:
    """Whether a move's words contain all these words, with or without a star at the end."""
    mine = own.lower().split()
    return all(word in mine or f"{word}*" in mine for word in words)


def is_record(path: str) -> bool:
    """Whether a file is a record of a game, so that it may be overwritten."""
    try:
        tw.replay(read_file(path))
    except tw.TownwrightError:
        return False
    return True
