"""Tenby: kinds of move, their codes and words, and the reasons why a move may be refused."""

from __future__ import annotations

from typing import Any

from townwright.engine.moves import Kind, Moves
from townwright.engine.texts import Texts

from .box import Face
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
TARGETS = 2 * TOWN + 1  # before card n, after card n, a street of its own

keep = Kind("keep", resident=RESIDENTS)
show = Kind("show")
hide = Kind("hide")
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

REASONS = (
    "",
    "over",
    "not_your_turn",
    "not_asked",
    "not_drawn",
    "no_accolade",
    "already_open",
    "no_rings",
    "not_in_row",
    "taken",
    "no_icon",
    "no_source",
    "no_move",
    "deck_empty",
    "not_lying",
    "has_counter",
    "no_counter",
    "icons_left",
    "not_face_up",
    "too_high",
    "no_plain",
    "no_card",
    "not_an_end",
    "not_last",
    "no_fit",
    "limit",
    "gap",
    "no_change",
    "no_founding",
)
(
    FINE,
    OVER,
    NOT_YOUR_TURN,
    NOT_ASKED,
    NOT_DRAWN,
    NO_ACCOLADE,
    ALREADY_OPEN,
    NO_RINGS,
    NOT_IN_ROW,
    TAKEN,
    NO_ICON,
    NO_SOURCE,
    NO_MOVE,
    DECK_EMPTY,
    NOT_LYING,
    HAS_COUNTER,
    NO_COUNTER,
    ICONS_LEFT,
    NOT_FACE_UP,
    TOO_HIGH,
    NO_PLAIN,
    NO_CARD,
    NOT_AN_END,
    NOT_LAST,
    NO_FIT,
    LIMIT,
    GAP,
    NO_CHANGE,
    NO_FOUNDING,
) = range(len(REASONS))

Described = tuple[str, dict[str, Any]]


def target_words(target: int) -> Described:
    """Where a card goes: "before 3", "after 7", "new". Cards of a town are counted from 1, street after street."""
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
    """Words and fields of a kind with one value, given as text by `of(face, value)`."""
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


def titled(row: Any, texts: Texts) -> str:
    """A card as people read it: "T03 The Salty Scone"."""
    return f"{row.id} {texts.name(row.name)}"


def card_name(face: Face, k: Any, at: int, seat: int) -> str:
    """A card of a town by its number and id."""
    return f"{at + 1} ({face.card(k.town[seat, at] - 1)})" if at < k.cards[seat] else f"{at + 1}"


def tell_target(face: Face, k: Any, target: int, seat: int, texts: Texts) -> str:
    """Where a card goes, with the card it comes to stand beside."""
    if target == 2 * TOWN:
        return texts("target.new")
    card = card_name(face, k, target % TOWN, seat)
    return texts("target.before", card=card) if target < TOWN else texts("target.after", card=card)


def tell(face: Face, k: Any, kind: Kind, values: tuple[int, ...], texts: Texts) -> str:
    """A move as a sentence, in the situation of a known state."""
    seat = next((p for p in range(k.seats) if k.pending >> p & 1), 0)
    if kind is keep:
        return texts("move.keep", resident=titled(face.residents[values[0]], texts))
    if kind is choose:
        day = face.days[values[0]]
        tokens = sum(k.tokens[n] for n in range(k.seats + 1) if k.row[n] == values[0] + 1)
        more = texts("move.tokens", n=tokens) if tokens else ""
        return texts("move.choose", number=day.number, icons=" ".join(day.icons), tokens=more)
    if kind in (use, forfeit, buy):
        rings = face.costs[values[0]] if kind is buy else 0
        return texts(f"move.{kind.name}", action=texts(f"action.{ACTIONS[values[0]]}"), rings=rings)
    if kind in (reveal, blind):
        return texts(f"move.{kind.name}", deck=texts(f"deck.{DECK_NAMES[values[0]]}"), rings=face.reveal_cost)
    if kind is commit:
        made = sum(k.counter[place] > 0 for place in range(len(face.prices)))
        price = face.prices[min(made, len(face.prices) - 1)]
        return texts("move.commit", accolade=titled(face.accolades[values[0]], texts), rings=price)
    if kind is mix:
        return texts("move.mix", terraces=values[0], piers=3 - values[0])
    if kind is gain:
        key = "visitor" if k.decision == VISITOR else "plain" if values[0] >= PLAIN_FIRST else "gain"
        return texts(f"move.{key}", card=titled(face.cards[values[0]], texts))
    if kind is place:
        card = titled(face.cards[k.gained - 1], texts) if k.gained else ""
        return texts("move.place", card=card, target=tell_target(face, k, values[0], seat, texts))
    if kind is move:
        return texts(
            "move.move",
            card=card_name(face, k, values[0], seat),
            target=tell_target(face, k, values[1], seat, texts),
        )
    if kind is show and k.decision == DECLARE:
        return texts("move.show_first")
    if kind is show:
        return texts("move.show", rings=k.rounds)
    return texts(f"move.{kind.name}")
