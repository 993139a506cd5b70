"""Tenby: kinds of move, their words, and the reasons why a move may be refused."""

from __future__ import annotations

from typing import Any

from townwright.engine.moves import Kind, Moves, Reasons
from townwright.engine.texts import Texts

from .box import Face
from .rows import AccoladeRow, CardRow, ResidentRow
from .state import (
    ACCOLADES,
    CARDS,
    CHOOSE,
    DAY,
    DAYS,
    DECKS,
    DECLARE,
    ICONS,
    KEEP,
    MENU,
    MIX,
    NIGHT,
    PLACE,
    PLAIN_FIRST,
    RESIDENTS,
    SETUP,
    SHIFT,
    SOURCE,
    TOWN,
    VISIT,
    VISITOR,
    State,
)

PHASES = {SETUP: "setup", NIGHT: "night", DAY: "day", VISIT: "visit"}
DECISIONS = {
    KEEP: "keep",
    DECLARE: "declare",
    CHOOSE: "choose",
    MENU: "menu",
    SOURCE: "source",
    PLACE: "place",
    SHIFT: "move",
    MIX: "mix",
    VISITOR: "visitor",
}
DECK_NAMES = ("terrace", "pier", "landmark")
ACTIONS = ("T", "P", "L", "R", "move")
RING = "O"
TARGETS = 2 * TOWN + 1  # before card n, after card n, a street of its own

keep = Kind("keep", secret="always", resident=RESIDENTS)
show = Kind(
    "show", secret="while_others_choose"
)  # all declare at once; later a player may open an accolade for everybody
hide = Kind("hide", secret="while_others_choose")
choose = Kind("choose", day=DAYS)
use = Kind("use", icon=ICONS)
forfeit = Kind("forfeit", icon=ICONS)
buy = Kind("buy", action=len(ACTIONS))
reveal = Kind("reveal", deck=DECKS)
commit = Kind("commit", accolade=ACCOLADES)
end = Kind("end")
mix = Kind("mix", terraces=4)
blind = Kind("blind", deck=DECKS)
gain = Kind("gain", card=CARDS)
place = Kind("place", target=TARGETS)
move = Kind("move", card=TOWN, target=TARGETS)

REASONS = Reasons()
NOT_DRAWN = REASONS.add("not_drawn")
NO_ACCOLADE = REASONS.add("no_accolade")
ALREADY_OPEN = REASONS.add("already_open")
NO_RINGS = REASONS.add("no_rings")
NOT_IN_ROW = REASONS.add("not_in_row")
TAKEN = REASONS.add("taken")
NO_ICON = REASONS.add("no_icon")
NO_SOURCE = REASONS.add("no_source")
NO_MOVE = REASONS.add("no_move")
DECK_EMPTY = REASONS.add("deck_empty")
NOT_LYING = REASONS.add("not_lying")
HAS_COUNTER = REASONS.add("has_counter")
NO_COUNTER = REASONS.add("no_counter")
ICONS_LEFT = REASONS.add("icons_left")
NOT_FACE_UP = REASONS.add("not_face_up")
TOO_HIGH = REASONS.add("too_high")
NO_PLAIN = REASONS.add("no_plain")
NO_CARD = REASONS.add("no_card")
NOT_AN_END = REASONS.add("not_an_end")
NOT_LAST = REASONS.add("not_last")
NO_FIT = REASONS.add("no_fit")
LIMIT = REASONS.add("limit")
GAP = REASONS.add("gap")
NO_CHANGE = REASONS.add("no_change")
NO_FOUNDING = REASONS.add("no_founding")

Described = tuple[str, dict[str, Any]]


def target_words(target: int) -> Described:
    """The place where a card goes: "before 3", "after 7", "new". Cards of a town are counted from 1, street after
    street."""
    if target == 2 * TOWN:
        return "new", {"where": "new", "beside": None}
    where = "before" if target < TOWN else "after"
    return f"{where} {target % TOWN + 1}", {"where": where, "beside": target % TOWN + 1}


def describe_place(face: Face, target: int) -> Described:
    words, fields = target_words(target)
    return f"place {words}", fields


def describe_move(face: Face, card: int, target: int) -> Described:
    words, fields = target_words(target)
    return f"move {card + 1} {words}", {"card": card + 1, **fields}


def described(word: str, name: str, of: Any) -> Any:
    """Words and fields of a kind with one value; `of(face, value)` gives the value as text."""
    return lambda face, value: (f"{word} {of(face, value)}", {name: of(face, value)})


MOVES = Moves(
    (keep, show, hide, choose, use, forfeit, buy, reveal, commit, end, mix, blind, gain, place, move),
    {
        "keep": described("keep", "resident", lambda face, r: face.residents[r].id),
        "show": lambda face: ("show", {}),
        "hide": lambda face: ("hide", {}),
        "choose": described("choose", "day", lambda face, day: face.days[day].id),
        "use": described("use", "icon", lambda face, icon: ACTIONS[icon]),
        "forfeit": described("forfeit", "icon", lambda face, icon: ACTIONS[icon]),
        "buy": described("buy", "action", lambda face, action: ACTIONS[action]),
        "reveal": described("reveal", "deck", lambda face, deck: DECK_NAMES[deck]),
        "commit": described("commit", "accolade", lambda face, a: face.accolades[a].id),
        "end": lambda face: ("end", {}),
        "mix": described("mix", "terraces", lambda face, terraces: terraces),
        "blind": described("blind", "deck", lambda face, deck: DECK_NAMES[deck]),
        "gain": described("gain", "card", lambda face, card: face.card(card)),
        "place": describe_place,
        "move": describe_move,
    },
)


def titled(face: Face, row: CardRow | ResidentRow | AccoladeRow, texts: Texts) -> str:
    """The name of a card for people: "The Salty Scone", or "Bench (T07)" if several cards of the box have that name."""
    name = texts.name(row.name)
    return f"{name} ({row.id})" if row.name in face.shared_names else name


def rings(n: int, texts: Texts) -> str:
    """An amount of life rings: "1 ring", "3 rings"."""
    return texts.count("count.ring", n)


def mover(k: State) -> int:
    """The seat that must act, or the first of several."""
    return next((p for p in range(k.seats) if k.pending >> p & 1), 0)


def card_name(face: Face, k: State, at: int, texts: Texts) -> str:
    """A card of the mover's town: its name, and its number if the town has the same card twice."""
    seat = mover(k)
    if at >= k.cards[seat]:
        return texts("target.number", n=at + 1)
    card = k.town[seat, at]
    name = titled(face, face.cards[card - 1], texts)
    twice = sum(k.town[seat, i] == card for i in range(k.cards[seat])) > 1
    return texts("target.numbered", card=name, n=at + 1) if twice else name


def say_target(face: Face, k: State, target: int, texts: Texts) -> str:
    """The place where a card goes, named by the card beside it."""
    if target == 2 * TOWN:
        return texts("target.new")
    card = card_name(face, k, target % TOWN, texts)
    return texts("target.before", card=card) if target < TOWN else texts("target.after", card=card)


def price(face: Face, k: State, kind: Kind, values: tuple[int, ...]) -> int:
    """What a move costs in rings."""
    if kind is buy:
        return face.costs[values[0]]
    if kind is reveal:
        return face.reveal_cost
    if kind is commit:
        made = sum(k.counter[place] > 0 for place in range(len(face.prices)))
        return face.prices[min(made, len(face.prices) - 1)]
    return k.rounds if kind is show and k.decision != DECLARE else 0


def say(face: Face, k: State, kind: Kind, values: tuple[int, ...], texts: Texts) -> tuple[str, dict[str, Any]]:
    """The sentence of a move for a known state: its key under [move] and [did], and what fills its places."""
    cost = rings(price(face, k, kind, values), texts)
    if kind is keep:
        return "keep", {"resident": titled(face, face.residents[values[0]], texts)}
    if kind is choose:
        return say_day(face, k, values[0], texts)
    if kind in (use, forfeit, buy):
        return kind.name, {"action": texts(f"action.{ACTIONS[values[0]]}"), "rings": cost}
    if kind in (reveal, blind):
        return kind.name, {"deck": texts(f"deck.{DECK_NAMES[values[0]]}"), "rings": cost}
    if kind is commit:
        return "commit", {"accolade": titled(face, face.accolades[values[0]], texts), "rings": cost}
    if kind is mix:
        terraces, piers = texts.count("count.terrace", values[0]), texts.count("count.pier", 3 - values[0])
        return "mix", {"terraces": terraces, "piers": piers}
    if kind is gain:
        key = "visitor" if k.decision == VISITOR else "plain" if values[0] >= PLAIN_FIRST else "gain"
        return key, {"card": titled(face, face.cards[values[0]], texts)}
    if kind is place:
        card = titled(face, face.cards[k.gained - 1], texts) if k.gained else ""
        return "place", {"card": card, "target": say_target(face, k, values[0], texts)}
    if kind is move:
        return "move", {"card": card_name(face, k, values[0], texts), "target": say_target(face, k, values[1], texts)}
    if kind is show:
        return "show_first" if k.decision == DECLARE else "show", {"rings": cost}
    return kind.name, {}


def say_day(face: Face, k: State, day: int, texts: Texts) -> tuple[str, dict[str, Any]]:
    """A day card: its number, its icons, and the rings that lie on it."""
    row = face.days[day]
    tokens = sum(k.tokens[n] for n in range(k.seats + 1) if k.row[n] == day + 1)
    icons = [texts(f"sign.{icon}") for icon in row.icons if icon != RING]
    if own := row.icons.count(RING):
        icons.append(rings(own, texts))
    places = {"number": row.number, "icons": ", ".join(icons), "rings": rings(tokens, texts)}
    return "choose_with_rings" if tokens else "choose", places


def because(face: Face, k: State, reason: int, kind: Kind, values: tuple[int, ...], texts: Texts) -> dict[str, Any]:
    """What fills the places of a reason's sentence: the price, and the rings that the player has."""
    if reason != NO_RINGS:
        return {}
    return {"cost": rings(price(face, k, kind, values), texts), "have": k.rings[mover(k)]}
