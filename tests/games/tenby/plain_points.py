"""What a Tenby table is worth, counted naively from the rules page and position data alone."""

from __future__ import annotations

from typing import Any

from .plain import CARDS, CONTENTS, LANDMARKS, Position, Streets

COLOURS = ("red", "yellow", "green", "blue", "purple")
RESIDENTS = {row["id"]: row for row in CONTENTS["resident"]}
METRICS = {row["id"]: row["metric"] for row in CONTENTS["accolade"]}
RANGES = {"white": (-1, 1), "grey_both": (-2, -1, 1, 2), "grey_left": (-2, -1), "grey_right": (1, 2)}


def count(what: str, cards: list[str]) -> int:
    """How many of a thing are on some cards."""
    rows = [CARDS[card] for card in cards]
    buildings = [row["building"] for row in rows if "building" in row]
    if what == "unique_colour":
        return min(5, len({colour for colour in buildings if colour != "white"}) + buildings.count("white"))
    if what in COLOURS:
        return buildings.count(what) + buildings.count("white")
    if what == "town":
        return len(rows)
    if what == "landmark":
        return sum(card in LANDMARKS for card in cards)
    if what in ("terrace", "pier"):
        return sum(row["base"] == what for row in rows)
    if what in ("home", "business"):
        return sum(row.get("subtype") == what for row in rows)
    return sum(row.get("features", {}).get(what, 0) for row in rows)


def instances(street: list[str], at: int) -> int | None:
    """What the condition of a card counts; None for flat points."""
    row = CARDS[street[at]]
    if "condition" not in row:
        return None
    if row["range"] == "gold":
        seen = [card for n, card in enumerate(street) if n != at or row["condition"] != "unique_colour"]
    else:
        seen = [street[at + step] for step in RANGES[row["range"]] if 0 <= at + step < len(street)]
    return count(row["condition"], seen)


def card_points(street: list[str], at: int) -> int:
    found, points = instances(street, at), int(CARDS[street[at]]["points"])
    return points if found is None else points * found


def completed(street: list[str]) -> bool:
    return bool(CARDS[street[0]]["edges"][0] == CARDS[street[-1]]["edges"][1] == "sea")


def resident_points(streets: Streets, name: str) -> int:
    row, each = RESIDENTS[name], [0]
    for street in streets:
        points = row["completed"] if completed(street) else row["incomplete"]
        found = count(row["what"], street)
        each.append(next((p for at, p in reversed([*zip(row["thresholds"], points, strict=True)]) if found >= at), 0))
    return sum(each) if row["scope"] == "each" else max(each)


def measure(player: dict[str, Any], metric: str) -> int:
    """How much a town has of what an accolade asks for."""
    streets: Streets = player["streets"]
    cards = [card for street in streets for card in street]
    if metric == "resident_card":
        return int(player["held"])
    if metric == "completed_street":
        return sum(map(completed, streets))
    if metric == "longest_street":
        return max(map(len, streets), default=0)
    if metric == "best_card":
        return max((card_points(street, at) for street in streets for at in range(len(street))), default=0)
    if metric == "best_colour":
        return max(count(colour, cards) for colour in COLOURS)
    return count(metric, cards)


def accolade_points(t: Position, mode: str) -> list[int]:
    """What the accolades give each seat."""
    players, points = t["players"], [0] * len(t["players"])
    if mode == "ebb_flow":
        offers = [(p["accolade"], 15 if p["shown"] == "open" else 5, seat) for seat, p in enumerate(players)]
        offers = [offer for offer, p in zip(offers, players, strict=True) if p["shown"] != "undecided"]
    else:
        offers = [(a["card"], 10, -1) for a in t["accolades"] if mode == "open_sea" or a["counter"] is not None]
    for name, worth, owner in offers:
        has = [measure(player, METRICS[name]) for player in players]
        best = [seat for seat in range(len(players)) if has[seat] == max(has) > 0]
        if worth == 5:
            points[owner] += 5 if owner in best else 0
        else:
            for seat in best:
                points[seat] += worth // len(best)
    return points


def points(t: Position, mode: str) -> list[tuple[int, int, int, int, int]]:
    """Cards, residents, accolades, and for ties completed streets and residents held, of every seat."""
    found = []
    for player, accolades in zip(t["players"], accolade_points(t, mode), strict=True):
        streets = player["streets"]
        cards = sum(card_points(street, at) for street in streets for at in range(len(street)))
        residents = sum(resident_points(streets, name) for name in player["residents"])
        found.append((cards, residents, accolades, sum(map(completed, streets)), player["held"]))
    return found


def winners(t: Position, mode: str) -> tuple[int, ...]:
    """Most points, then most completed streets, then most residents; else shared."""
    results = [(sum(row[:3]), row[3], row[4]) for row in points(t, mode)]
    return tuple(seat for seat, result in enumerate(results) if result == max(results))
