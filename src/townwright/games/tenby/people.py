"""Tenby: residents and accolades of a position: hands, the resident deck and its draws, the accolades in play."""

from __future__ import annotations

from townwright.engine.errors import BadPosition, how_many

from .box import Box
from .claims import Claims
from .forms import KEPT, SHOWN, Draw, Player, View
from .rows import EBB_FLOW, HIGH_TIDE, OPEN_SEA
from .state import FIRST, KEEP, SECRET, State

DRAWS = "field 'residents.draws'"


def read_residents(claims: Claims, box: Box, view: View, s: State) -> None:
    """Hands, the deck, and the story of the draws."""
    numbers = claims.face.resident_numbers
    for p, player in enumerate(view.players):
        for name in player.residents or []:
            s.hand[p] = s.hand[p] | 1 << claims.claim(f"the hand of player {p + 1}", name, numbers, "resident")
        known = len(player.residents or [])
        s.held[p] = known if player.held is None else player.held
        if player.residents is not None and s.held[p] != known:
            raise BadPosition(f"player {p + 1}, field 'held': expected {known}, the residents given, got {player.held}")
    draws = view.residents.draws if view.residents else []
    deciding = view.decision == "keep"
    if deciding:
        check_deciding(view, s, draws)
    undecided = read_deck_size(box, view, s, deciding)
    if view.phase == "setup":
        check_first_residents(s)
    for n, card in enumerate(view.residents.from_bottom if view.residents else []):
        where = "field 'residents.from_bottom'"
        if n >= s.residents_left:
            raise BadPosition(f"{where}: expected at most {how_many(s.residents_left, 'card')}")
        if card is not None:
            s.residents[n] = claims.claim(where, card, numbers, "resident") + 1
    s.draws = len(draws)
    for e, draw in enumerate(draws):
        read_draw(claims, s, e, draw, view.players, undecided if e == len(draws) - 1 else 0)
    check_story(s, undecided)


def check_deciding(view: View, s: State, draws: list[Draw]) -> None:
    """The player who must keep a resident drew last; in the set-up each player has drawn once, in night order."""
    actor = s.night[s.step]
    if not draws or draws[-1].kept or draws[-1].seat != actor:
        raise BadPosition(f"{DRAWS}: expected a last draw by player {actor + 1}, who must keep a resident")
    if view.phase == "setup" and [draw.seat for draw in draws] != [s.night[n] for n in range(s.step + 1)]:
        raise BadPosition(f"{DRAWS}: expected one draw of each player so far in the set-up, in night order")


def read_deck_size(box: Box, view: View, s: State, deciding: bool) -> int:
    """Reads the size of the resident deck; returns how many cards are drawn but not decided about yet."""
    total, held = box.residents, sum(s.held[p] for p in range(s.seats))
    s.residents_left = total - held - 2 * deciding if view.residents is None else view.residents.left
    undecided = total - held - s.residents_left
    # the last card of the deck is drawn alone
    if s.residents_left < 0 or (
        undecided != 2 * deciding and not (deciding and undecided == 1 and not s.residents_left)
    ):
        raise BadPosition(f"field 'residents': expected {total} in the deck, in hands and drawn together")
    return undecided


def check_first_residents(s: State) -> None:
    """In the set-up a player holds at most one resident, and none before drawing."""
    kept = [s.night[n] for n in range(s.step)] if s.decision == KEEP else list(range(s.seats))
    for p in range(s.seats):
        if s.held[p] > (p in kept):
            expected = "at most 1 resident" if p in kept else "no resident"
            raise BadPosition(f"player {p + 1}, field 'held': expected {expected} in phase 'setup', got {s.held[p]}")


def read_draw(claims: Claims, s: State, e: int, draw: Draw, players: list[Player], undecided: int) -> None:
    """One draw; its cards are known exactly if the hand they went to is known."""
    numbers, where = claims.face.resident_numbers, f"{DRAWS}, row {e + 1}"
    if draw.seat >= s.seats:
        raise BadPosition(f"{where}: expected a seat from 0 to {s.seats - 1}, got {draw.seat}")
    for name in (draw.first, draw.second):
        if name is not None and name not in numbers:
            raise BadPosition(f"{where}: expected the id of a resident, such as {next(iter(numbers))}; got {name!r}")
    s.drawn_by[e] = draw.seat + 1
    s.drawn_first[e] = numbers[draw.first] + 1 if draw.first is not None else 0
    s.drawn_second[e] = numbers[draw.second] + 1 if draw.second is not None else 0
    s.kept[e] = KEPT.index(draw.kept)
    if undecided:
        for name in (draw.first, draw.second):
            if name is not None:
                claims.claim(where, name, numbers, "resident")
        if (draw.second is not None) != (undecided == 2 and draw.first is not None):
            expected = "both cards or neither" if undecided == 2 else "one card, the last of the deck"
            raise BadPosition(f"{where}: expected {expected}")
        return
    hand = players[draw.seat].residents
    known = hand is not None
    if (draw.first is not None) != known or (draw.kept is not None) != known or (draw.second and not known):
        raise BadPosition(f"{where}: expected the cards of a draw exactly if the hand they went to is given")
    if hand is not None and (draw.first if draw.kept == "first" else draw.second) not in hand:
        raise BadPosition(f"{where}: expected the card that was kept in the hand of player {draw.seat + 1}")


def check_story(s: State, undecided: int) -> None:
    """Every draw must have brought a resident, and as far as they are known, the draws must lead to this deck."""
    deciding = undecided > 0
    for p in range(s.seats):
        brought = sum(s.drawn_by[e] == p + 1 for e in range(s.draws - deciding))
        if brought > s.held[p]:
            raise BadPosition(
                f"{DRAWS}: expected at most {s.held[p]} of player {p + 1}, one for each resident held, got {brought}"
            )
    queue = list(range(s.residents_left + s.draws + (undecided - 1 if deciding else 0)))
    names: dict[int, int] = {}

    def same(card: int, name: int) -> bool:
        if name and names.setdefault(card, name) != name:
            return False
        return len(set(names.values())) == len(names)

    fine = True
    for e in range(s.draws):
        first, second = queue.pop(0), queue.pop(0) if queue else -1
        fine = fine and same(first, s.drawn_first[e]) and (second < 0 or same(second, s.drawn_second[e]))
        fine = fine and not (second < 0 and s.drawn_second[e])
        if not s.kept[e] and not (deciding and e == s.draws - 1):
            break  # another player's choice: `resample` imagines one that fits
        if s.kept[e] and second >= 0:
            queue.append(second if s.kept[e] == FIRST else first)
    else:
        for i in range(s.residents_left):
            fine = fine and i < len(queue) and same(queue[-1 - i], s.residents[i])
    if not fine:
        raise BadPosition(f"{DRAWS}: expected draws that lead to these hands and this deck")


def read_accolades(claims: Claims, box: Box, view: View, s: State) -> None:
    """Open accolades, or those dealt in Ebb & Flow."""
    numbers = claims.face.accolade_numbers
    most = {OPEN_SEA: box.open_sea, HIGH_TIDE: s.seats + 1}.get(box.mode, 0)
    if len(view.accolades) > most:
        expected = f"at most {most}" if most else "none"
        raise BadPosition(f"field 'accolades': expected {expected} with these options, got {len(view.accolades)}")
    for n, lying in enumerate(view.accolades):
        s.lying[n] = claims.claim("field 'accolades'", lying.card, numbers, "accolade") + 1
        if lying.counter is not None:
            if lying.counter >= s.seats or box.mode != HIGH_TIDE:
                raise BadPosition("field 'accolades': expected the counter of a seat, in High Tide only")
            s.counter[n] = lying.counter + 1
    for p, player in enumerate(view.players):
        if sum(s.counter[n] == p + 1 for n in range(len(view.accolades))) > box.counters:
            raise BadPosition(
                f"field 'accolades': expected at most {how_many(box.counters, 'counter')} of player {p + 1}"
            )
        read_dealt(claims, box, view, s, p, player)


def read_dealt(claims: Claims, box: Box, view: View, s: State, p: int, player: Player) -> None:
    """The accolade that a player was dealt, and what was decided about it."""
    where = f"player {p + 1}, field"
    if box.mode != EBB_FLOW and (player.accolade is not None or player.shown is not None):
        raise BadPosition(f"{where} 'accolade': expected none without the option accolades = 'ebb_flow'")
    if player.accolade is not None:
        numbers = claims.face.accolade_numbers
        s.dealt[p] = claims.claim(f"player {p + 1}", player.accolade, numbers, "accolade") + 1
    s.shown[p] = SHOWN.index(player.shown or "undecided")
    if box.mode == EBB_FLOW and view.phase != "setup" and s.shown[p] == 0:
        s.shown[p] = SECRET
    if player.shown == "open" and player.accolade is None and view.phase != "setup":
        raise BadPosition(f"{where} 'accolade': expected the card of an open accolade")
    if view.decision == "declare" and s.shown[p] and s.pending >> p & 1:
        raise BadPosition(f"{where} 'shown': expected 'undecided' of a player who must still decide")
    if view.decision == "keep" and view.phase == "setup" and s.shown[p]:
        raise BadPosition(f"{where} 'shown': expected 'undecided' before all residents are kept")
