"""How strong the bots are: every figure of docs/bots.md, by `townwright arena`, into docs/results/.

Resumable: it plays only what is missing. The cheapest figures come first. `--only TEXT` plays the figures whose
name contains the text, `--show` prints the table so far, `--write` puts it into docs/bots.md and the levels
of each game into its rules pages.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import NamedTuple

from townwright.arena.tournament import Plan, Standing, Tournament
from townwright.bots.people import FACES
from townwright.games import load

DOCS = Path(__file__).parents[1] / "docs"
RESULTS = DOCS / "results"
GAMES = ("pier-18", "old-london-bridge", "copenhagen", "tenby", "tiny-towns")  # short games first
SEED = "strength"  # deals that were never used for tuning
PLAIN = {"pier-18": 200}  # games between bots that are close
STRONG = {"pier-18": 400}
HEAD = "| game | bots | table | games | wins of the first (95 %) | points |\n|---|---|---|---|---|---|\n"


class Figure(NamedTuple):
    name: str
    game: str
    bots: list[str]
    seats: int
    games: int

    @property
    def file(self) -> Path:
        return RESULTS / f"{self.name}.jsonl"

    def tournament(self, jobs: int = 1) -> Tournament:
        version = load(self.game).version
        plan = Plan(game=self.game, version=version, bots=self.bots, seats=self.seats, seed=SEED, cpu=True)
        return Tournament(plan, self.games, self.file, jobs)

    def line(self, run: Tournament) -> str:
        """A row of the table in docs/bots.md."""
        players = f"{self.seats} players" if self.seats > 1 else "alone"
        first = standing(run)
        so_far = f"{first.games} of {run.games}" if first.games < run.games else f"{first.games}"
        rate = share(first) if self.seats > 1 else "-"
        return f"| {run.game.title} | {' against '.join(self.bots)} | {players} | {so_far} | {rate} | {points(run)} |\n"


FIGURES = [
    Figure(*row)
    for row in (
        *((f"{game}-expert-greedy", game, ["expert", "greedy"], 2, 60) for game in GAMES),
        *((f"{game}-casual-beginner", game, ["casual", "beginner"], 2, 100) for game in GAMES),
        *((f"{game}-strong-casual", game, ["strong", "casual"], 2, 100) for game in GAMES),
        *((f"{game}-expert-plain", game, ["expert", "plain"], 2, PLAIN.get(game, 60)) for game in GAMES),
        *((f"{game}-expert-strong", game, ["expert", "strong"], 2, STRONG.get(game, 60)) for game in GAMES),
        ("tiny-towns-alone", "tiny-towns", ["expert"], 1, 100),
        *((f"{game}-3-players", game, ["expert", "greedy"], 3, 60) for game in GAMES),
        *((f"{game}-4-players", game, ["expert", "greedy"], 4, 60) for game in GAMES if load(game).seats[1] > 3),
    )
]
STEPS = ("casual-beginner", "strong-casual", "expert-strong")
# by language: heading, first sentence, a row's name, the head of the table
WORDS = {
    "": (
        "How strong the bots are",
        "Two bots against each other on the same deals, from both seats; a tie counts half. In brackets the range in "
        "which the true share lies with 95 % certainty.",
        "{} ({}) against {} ({})",
        "| | wins | points | games |\n|---|---|---|---|\n",
    ),
    "it": (
        "Quanto sono forti i bot",
        "Due bot uno contro l'altro con la stessa distribuzione, da entrambi i posti; un pareggio vale mezza vittoria. "
        "Tra parentesi l'intervallo in cui sta il valore vero con il 95 % di certezza.",
        "{} ({}) contro {} ({})",
        "| | vittorie | punti | partite |\n|---|---|---|---|\n",
    ),
}
LEVELS_IT = {"beginner": "principiante", "casual": "amatoriale", "strong": "forte", "expert": "esperto"}


def standing(run: Tournament) -> Standing:
    """The result of the first bot."""
    return next(one for one in run.standings() if one.bot == run.plan.bots[0])


def share(one: Standing) -> str:
    return f"{100 * one.wins:.0f} % ({100 * one.low:.0f}-{100 * one.high:.0f})"


def points(run: Tournament) -> str:
    """Mean points, the first bot's first."""
    ordered = sorted(run.standings(), key=lambda one: one.bot != run.plan.bots[0])
    return " : ".join(f"{one.points:.1f}" for one in ordered)


def table() -> str:
    """The results so far."""
    return HEAD + "".join(figure.line(figure.tournament()) for figure in FIGURES if figure.file.exists())


def section(game: str, language: str) -> str:
    """The section of a rules page about the levels; empty without results."""
    heading, sentence, name, head = WORDS[language]
    rows = ""
    for figure in FIGURES:
        if figure.game == game and figure.file.exists() and figure.name.removeprefix(f"{game}-") in STEPS:
            run = figure.tournament()
            first = standing(run)
            words = LEVELS_IT if language else {level: level for level in FACES}
            who = name.format(*(word for bot in figure.bots for word in (FACES[bot], words[bot])))
            rows += f"| {who} | {share(first)} | {points(run)} | {first.games} |\n"
    return f"## {heading}\n\n{sentence}\n\n{head}{rows}" if rows else ""


def pages() -> dict[Path, str]:
    """Every page with figures from here, as it should be."""
    found = {DOCS / "bots.md": re.sub(re.escape(HEAD) + r"(\|.*\n)*", table(), (DOCS / "bots.md").read_text())}
    for game in GAMES:
        for language, (heading, *_) in WORDS.items():
            path = DOCS / "rules" / language / f"{game}.md"
            bare = re.sub(rf"\n## {heading}\n.*?(?=\n## |\Z)", "", path.read_text(), flags=re.S).rstrip("\n") + "\n"
            own = section(game, language)
            found[path] = f"{bare}\n{own}" if own else bare
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.write:
        for path, text in pages().items():
            path.write_text(text)
    elif args.show:
        print(table(), end="")
    else:
        for figure in FIGURES:
            if args.only in figure.name:
                run = figure.tournament(args.jobs)
                for _ in run:
                    pass
                print(figure.line(run), end="", flush=True)


if __name__ == "__main__":
    main()
