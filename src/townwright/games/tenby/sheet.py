"""Tenby: the parts of a score sheet. Which instances gave a card its points, which street a resident."""

from __future__ import annotations

from typing import Any

from townwright.engine.sheets import Part
from townwright.engine.texts import Texts

from .box import COLOURS, CONDITIONS, EBB_FLOW, FIRST_COLOUR, HIGH_TIDE, METRICS, SEA, TIERS, UNIQUE, WHITE, Face
from .moves import titled
from .state import LYING, OPEN, SECRET

Street = list[int]  # the numbers of its cards


def streets_of(s: Any, p: int) -> list[Street]:
    """A town as lists of card numbers."""
    streets: list[Street] = []
    for i in range(s.cards[p]):
        if s.begins[p] >> i & 1:
            streets.append([])
        streets[-1].append(s.town[p, i] - 1)
    return streets


def found(box: Any, what: int, cards: list[int]) -> int:
    """How many of a thing these cards show."""
    if what != UNIQUE:
        return sum(box.count[c, what] for c in cards)
    paints = [box.paint[c] for c in cards if box.paint[c]]
    return min(len(COLOURS), len(set(paints) - {WHITE}) + paints.count(WHITE))


def in_range(box: Any, street: Street, at: int) -> list[int]:
    """The cards that the condition of the card at a place looks at."""
    c = street[at]
    cards = street[max(0, at - box.reach_left[c]) : at] + street[at + 1 : at + 1 + box.reach_right[c]]
    return [*cards, c] if box.itself[c] and box.condition[c] != UNIQUE else cards


def completed(box: Any, street: Street) -> bool:
    return bool(box.left_edge[street[0]] == SEA and box.right_edge[street[-1]] == SEA)


def card_part(face: Face, box: Any, street: Street, at: int, texts: Texts) -> Part:
    """A card's points with what was counted."""
    c = street[at]
    count = found(box, box.condition[c], in_range(box, street, at))
    points = count * box.points[c]
    row = face.cards[c]
    if row.condition is None:
        return Part(texts("part.flat", card=titled(row, texts)), points)
    return Part(
        texts("part.card", card=titled(row, texts), n=count, thing=texts(f"thing.{row.condition}"), each=box.points[c]),
        points,
    )


def resident_parts(face: Face, box: Any, streets: list[Street], r: int, texts: Texts) -> list[Part]:
    """A resident's points street by street; only the best street if only one counts."""
    row, parts = face.residents[r], []
    for n, street in enumerate(streets, 1):
        count, done = found(box, box.what[r], street), completed(box, street)
        points = 0
        for tier in range(TIERS):
            if count >= box.threshold[r, tier]:
                points = box.reward[r, int(done), tier]
        label = texts(
            "part.resident",
            resident=titled(row, texts),
            n=count,
            thing=texts(f"thing.{CONDITIONS[box.what[r]]}"),
            street=n,
            done=texts("part.completed") if done else texts("part.incomplete"),
        )
        parts.append(Part(label, points))
    scoring = [part for part in parts if part.points]
    if box.each[r]:
        return scoring or [Part(texts("part.nowhere", resident=titled(row, texts)), 0)]
    best = max(parts, key=lambda part: part.points, default=None)
    return [best] if best is not None and best.points else [Part(texts("part.nowhere", resident=titled(row, texts)), 0)]


def measured(box: Any, s: Any, p: int, metric: str) -> int:
    """How much a town has of what an accolade asks for."""
    streets = streets_of(s, p)
    cards = [c for street in streets for c in street]
    if metric == "resident_card":
        return int(s.held[p])
    if metric == "completed_street":
        return sum(completed(box, street) for street in streets)
    if metric == "longest_street":
        return max((len(street) for street in streets), default=0)
    if metric == "best_card":
        each = [
            found(box, box.condition[c], in_range(box, street, at)) * box.points[c]
            for street in streets
            for at, c in enumerate(street)
        ]
        return max(each, default=0)
    if metric == "best_colour":
        return max(found(box, FIRST_COLOUR + colour, cards) for colour in range(len(COLOURS)))
    return found(box, METRICS.index(metric), cards)


def accolade_parts(face: Face, box: Any, s: Any, p: int, texts: Texts) -> list[Part]:
    """Every accolade in play: how much the town has of it, and what that gives."""
    offers: list[tuple[int, int, bool]] = []  # accolade, points, secret
    if box.mode == EBB_FLOW:
        for q in range(s.seats):
            if s.dealt[q] and s.shown[q] == OPEN:
                offers.append((s.dealt[q] - 1, box.open_points, False))
            elif s.dealt[q] and s.shown[q] == SECRET and q == p:
                offers.append((s.dealt[q] - 1, box.secret_points, True))
    else:
        active = [n for n in range(LYING) if s.lying[n] and (box.mode != HIGH_TIDE or s.counter[n])]
        offers = [(s.lying[n] - 1, box.accolade_points, False) for n in active]
    parts = []
    for a, worth, secret in offers:
        row = face.accolades[a]
        counts = [measured(box, s, q, row.metric) for q in range(s.seats)]
        won = counts[p] == max(counts) > 0
        points = (worth if secret else worth // counts.count(counts[p])) if won else 0
        label = texts("part.accolade", accolade=titled(row, texts), n=counts[p], thing=texts(f"thing.{row.metric}"))
        parts.append(Part(label, points))
    return parts


def explain(face: Face, box: Any, s: Any, seat: int, texts: Texts) -> dict[str, list[Part]]:
    """Every card with what it counts, every known resident with its street, every accolade."""
    streets = streets_of(s, seat)
    hand = [r for r in range(len(face.residents)) if s.hand[seat] >> r & 1]
    return {
        "cards": [card_part(face, box, street, at, texts) for street in streets for at in range(len(street))],
        "residents": [part for r in hand for part in resident_parts(face, box, streets, r, texts)],
        "accolades": accolade_parts(face, box, s, seat, texts),
    }
