"""The table in the terminal: what a player can read of the others' towns."""

from __future__ import annotations

import io
from typing import Any

import msgspec
from rich.console import Console

from townwright.cli.common import sheet_table
from townwright.engine.match import Match

from .table import table, town


def drawn(match: Match, seat: int | None, language: str = "en") -> str:
    """The table as a seat sees it, as plain text."""
    console = Console(width=200, file=io.StringIO(), record=True)
    view = msgspec.convert(match.view(seat), match.game.view)
    names = ["Ann", "Bob", "Cy", "Dai", "Eve"][: len(match.view()["players"])]
    console.print(match.game.draw(view, names, match.box.face, match.game.texts(language)))
    return console.export_text()


def panel(match: Match, seat: int | None, name: str) -> list[str]:
    """The lines in the frame of one player."""
    lines = drawn(match, seat).splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("╭") and f" {name} " in line)
    last = next(n for n in range(first, len(lines)) if lines[n].startswith("╰"))
    return [line.strip("│ ") for line in lines[first + 1 : last]]


def test_another_players_town_shows_names_edges_and_features() -> None:
    match = table(town("S1"), town("P33 P11 P43", "PT-L T07 L03", rings=3, residents=["R21"]))
    assert panel(match, 0, "Bob") == [
        "≈1·P33 Quiet Corner═2·P11 Bait Box═3·P43 Swell Side≈",
        "completed, benches 1, bins 1, clouds 6, lamp posts 1, lobster boxes 6, seagulls 3, piers 3, businesses 1",
        "═4·PT-L Plain end terrace (left)▬5·T07 Penny Arcade▬6·L03 Merchant's House▬",
        "not completed, benches 1, bins 1, chimneys 2, flower boxes 1, porches 1, shutters 2, yellow buildings 1, "
        "white buildings 2, homes 1, businesses 1",
        "Life rings: 3. Residents: 1.",
    ]
    assert panel(match, 1, "Bob")[-1].startswith("R21 Carpenter A: shutters 6: 3/6, 8: 5/9, 10: 8/13")


def test_plain_ends_left_are_counted_in_the_singular_too() -> None:
    match = table(town("S1"), {}, options={"plain_terraces": 1, "plain_piers": 2})
    assert "Plain ends left: 1 terrace, 2 piers." in drawn(match, None)
    assert "Estremità semplici rimaste: 1 schiera, 2 moli." in drawn(match, None, "it")


def test_accolades_are_drawn_with_their_counters() -> None:
    lying: list[dict[str, Any]] = [{"card": "A01", "counter": 1}, {"card": "A02"}]
    text = drawn(table(town("S1"), {}, options={"accolades": "high_tide"}, accolades=lying), None)
    assert "A01 Manager: businesses ← Bob" in text
    assert "A02 Landlord: homes\n" in "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def test_a_secret_accolade_is_drawn_for_its_owner_only() -> None:
    players = [{"accolade": "A01", "shown": "secret"}, {"accolade": "A02", "shown": "open"}]
    match = table(*players, options={"accolades": "ebb_flow"})
    assert "A01 Manager: businesses (secret)" in panel(match, 0, "Ann")
    assert not any("A01" in line for line in panel(match, 1, "Ann"))
    assert "A02 Landlord: homes (open)" in panel(match, None, "Bob")


def test_the_sheet_in_the_terminal_says_what_it_does_not_count() -> None:
    seats = [town("S1", rings=1, residents=["R01"]), town("P33", residents=["R40", "R02"])]
    match = table(*seats)

    def rows(reader: Any, language: str = "en") -> list[str]:
        console = Console(width=200, file=io.StringIO(), record=True)
        console.print(sheet_table(match, ["Ann", "Bob"], reader, language))
        return [" ".join(line.replace("│", " ").split()) for line in console.export_text().splitlines()]

    total = [sheet.total for sheet in match.sheet(0)]
    assert f"Total {total[0]} {total[1]}+" in rows(0)
    assert any(row.endswith("not counting 2 secret residents 0+") for row in rows(0))
    assert any("senza contare un residente segreto 0+" in row for row in rows(1, "it"))
    assert not any("+" in row for row in rows(...))
