"""Tenby once more, naively, from the rules page and position data alone: what may be done and what it leads to.

`t` is a position as `match.to_json()` or `match.view()` writes it; `plain_points` says what it is worth.
"""

from __future__ import annotations

import itertools
from typing import Any

from townwright.games import load

CONTENTS = load("tenby").contents
DECK = {"T": "terrace", "P": "pier", "L": "landmark"}
CARDS = {row["id"]: row for table in (*DECK.values(), "start", "plain") for row in CONTENTS[table]}
LANDMARKS = {row["id"] for row in CONTENTS["landmark"]}
DECK_OF = {row["id"]: table for table in DECK.values() for row in CONTENTS[table]}
PLAIN = {"terrace": ("PT-L", "PT-R"), "pier": ("PP-L", "PP-R")}
DAYS = {row["id"]: row for row in CONTENTS["day"]}
COSTS = {letter: CONTENTS["costs"][name] for letter, name in (*DECK.items(), ("R", "resident"), ("move", "move"))}
PRICES = CONTENTS["accolades"]["prices"]

Position = dict[str, Any]
Streets = list[list[str]]


def stands(street: list[str]) -> bool:
    """Whether a street may lie as it does: edges that match, nothing beyond the sea, one landmark."""
    pairs = [(CARDS[a]["edges"][1], CARDS[b]["edges"][0]) for a, b in itertools.pairwise(street)]
    return all(a == b != "sea" for a, b in pairs) and sum(card in LANDMARKS for card in street) <= 1


def numbered(streets: Streets) -> list[list[int]]:
    """The cards of a town counted from 1, street after street."""
    counter = itertools.count(1)
    return [[next(counter) for _ in street] for street in streets]


def moved(town: list[list[int]], card: int, where: str, beside: int) -> list[list[int]]:
    """A town after one of its cards was taken out and put elsewhere."""
    rest = [[n for n in street if n != card] for street in town]
    if where == "new":
        rest.append([card])
    else:
        street = next(street for street in rest if beside in street)
        street.insert(street.index(beside) + (where == "after"), card)
    return [street for street in rest if street]


def shifts(streets: Streets, founding: bool) -> dict[str, Streets]:
    """Every move of a card in a town, with the town it leads to: all are tried."""
    town, names = numbered(streets), [name for street in streets for name in street]
    cards, ends = range(1, len(names) + 1), [street[-1] for street in town]
    targets = [("before", n) for n in cards] + [("after", n) for n in ends] + [("new", 0)] * founding
    found = {}
    for card, (where, beside) in itertools.product(cards, targets):
        if beside == card:
            continue
        after = moved(town, card, where, beside)
        named = [[names[n - 1] for n in street] for street in after]
        if sorted(after) != sorted(town) and all(map(stands, named)):
            found[f"move {card} {where} {beside}".removesuffix(" 0")] = named
    return found


def places(streets: Streets, card: str) -> dict[str, Streets]:
    """Where a gained card may go: the ends of streets, or alone."""
    found = {"place new": [*streets, [card]]}
    for n, (street, numbers) in enumerate(zip(streets, numbered(streets), strict=True)):
        for words, longer in (
            (f"place before {numbers[0]}", [card, *street]),
            (f"place after {numbers[-1]}", [*street, card]),
        ):
            if stands(longer):
                found[words] = [*streets[:n], longer, *streets[n + 1 :]]
    return found


def drawable(t: Position, deck: str) -> bool:
    return bool(t["decks"][deck]["left"] or t["decks"][deck]["discards"])


def sources(t: Position, icon: str) -> set[str]:
    """What an icon can gain: of its own deck and of the lower ones."""
    found = set()
    for letter in "TPL"[: "TPL".index(icon) + 1]:
        deck = DECK[letter]
        found |= {f"gain {card}" for card in t["market"][deck]}
        if drawable(t, deck):
            found.add(f"blind {deck}")
        if t["plain"].get(deck):
            found |= {f"gain {side}" for side in PLAIN[deck]}
    return found


def can_show(t: Position, seat: int) -> bool:
    me = t["players"][seat]
    return me["shown"] == "secret" and me["rings"] >= t["round"]


def spending(t: Position, seat: int, options: dict[str, Any]) -> set[str]:
    """What a player can pay for."""
    me, found = t["players"][seat], set()
    rings = me["rings"]
    for action, cost in COSTS.items():
        if rings >= cost:
            if action == "move":
                possible = bool(shifts(me["streets"], options["founding"]))
            else:
                possible = t["residents"]["left"] > 0 if action == "R" else bool(sources(t, action))
            if possible:
                found.add(f"buy {action}")
    if rings >= CONTENTS["costs"]["reveal"]:
        found |= {f"reveal {deck}" for deck in DECK.values() if drawable(t, deck)}
    if can_show(t, seat):
        found.add("show")
    if options["accolades"] == "high_tide":
        counters = [lying["counter"] for lying in t["accolades"]]
        made = sum(counter is not None for counter in counters)
        if counters.count(seat) < options["counters"] and made < len(counters) and rings >= PRICES[made]:
            found |= {f"commit {lying['card']}" for lying in t["accolades"] if lying["counter"] is None}
    return found


def menu(t: Position, seat: int, options: dict[str, Any]) -> set[str]:
    found = {f"forfeit {icon}" for icon in t["icons"]}
    for icon in t["icons"]:
        if t["residents"]["left"] if icon == "R" else sources(t, icon):
            found.add(f"use {icon}")
    return (found or {"end"}) | spending(t, seat, options)


def moves(t: Position, seat: int, options: dict[str, Any]) -> set[str]:
    """The words of everything that a seat may do."""
    match t["decision"]:
        case "keep":
            draw = t["residents"]["draws"][-1]
            return {f"keep {draw['first']}", f"keep {draw['second']}"}
        case "declare":
            return {"show", "hide"}
        case "choose":
            taken = [player["day"] for player in t["players"]]
            free = {f"choose {place['card']}" for place in t["day_row"] if place["card"] not in taken}
            return free | ({"show"} if can_show(t, seat) else set())
        case "menu":
            return menu(t, seat, options)
        case "source":
            return sources(t, t["icon"])
        case "place":
            return set(places(t["players"][seat]["streets"], t["gained"]))
        case "move":
            return set(shifts(t["players"][seat]["streets"], options["founding"]))
        case "mix":
            return {f"mix {n}" for n in range(4)}
    return {f"gain {card}" for card in t["visitors"]["cards"]}


class Table:
    """A whole position and how moves change it. It reads the outcome of a shuffle from the real game."""

    def __init__(self, t: Position, options: dict[str, Any], after: Position) -> None:
        self.t, self.options, self.after = t, options, after
        self.shuffled: set[str] = set()

    @property
    def seat(self) -> int:
        return int(self.t["order"][self.t["step"]])

    @property
    def me(self) -> dict[str, Any]:
        player: dict[str, Any] = self.t["players"][self.seat]
        return player

    def play(self, seat: int, words: str) -> None:
        kind, *rest = words.split()
        if self.t["decision"] == "declare":
            self.declare(seat, "open" if kind == "show" else "secret")
        else:
            getattr(self, f"play_{kind}")(*rest)
            while self.settle():
                pass

    def settle(self) -> bool:
        """Ends a turn in which nothing can be done, except the last of a round; whether it did."""
        t = self.t
        idle = t["phase"] == "day" and t["decision"] == "menu" and not t["over"] and t["step"] < len(t["players"]) - 1
        if idle and menu(t, self.seat, self.options) == {"end"}:
            self.play_end()
            return True
        return False

    def declare(self, seat: int, shown: str) -> None:
        self.t["players"][seat]["shown"] = shown
        self.t["waiting"].remove(seat)
        if not self.t["waiting"]:
            self.t["waiting"] = None
            self.night()

    # night and day

    def night(self) -> None:
        self.t |= {"round": self.t["round"] + 1, "phase": "night", "step": 0, "decision": "choose"}

    def play_choose(self, day: str) -> None:
        t = self.t
        self.me["day"] = day
        t["step"] += 1
        if t["step"] == len(t["players"]):
            t["order"].sort(key=lambda seat: DAYS[t["players"][seat]["day"]]["number"])
            t |= {"phase": "day", "decision": "menu", "step": 0}
            self.begin_turn()

    def begin_turn(self) -> None:
        place = next(place for place in self.t["day_row"] if place and place["card"] == self.me["day"])
        icons = DAYS[place["card"]]["icons"]
        self.me["rings"] += place["tokens"] + icons.count("O")
        place["tokens"] = 0
        self.t["icons"] = {icon: icons.count(icon) for icon in "TPLR" if icon in icons}

    def play_end(self) -> None:
        t, day = self.t, self.me["day"]
        t["day_row"] = [None if place and place["card"] == day else place for place in t["day_row"]]
        t["day_deck"]["discards"].append(day)
        self.me["day"] = None
        t["step"] += 1
        if t["step"] < len(t["players"]):
            self.begin_turn()
        elif t["round"] == 10:
            t["over"] = True
        else:
            next(place for place in t["day_row"] if place)["tokens"] += 1
            for deck in DECK.values():
                t["decks"][deck]["discards"] += t["market"][deck]
                t["market"][deck] = []
            if self.options["visiting"] and t["round"] == 9:
                t |= {"phase": "visit", "step": -1}
                self.next_visit()
            else:
                self.deal()

    def deal(self) -> None:
        t, seats = self.t, len(self.t["players"])
        for deck, cards in (("terrace", seats + 1), ("pier", seats), ("landmark", seats - 1)):
            t["market"][deck] = [self.draw(deck) for _ in range(cards) if drawable(t, deck)]
        t["day_row"] = [place or {"card": self.draw_day(), "tokens": 0} for place in t["day_row"]]
        self.night()

    def draw(self, deck: str) -> str:
        pile = self.t["decks"][deck]
        if not pile["cards"]:
            below = self.after["decks"][deck]["cards"]
            assert set(below) <= set(pile["discards"])
            pile |= {"cards": sorted(set(pile["discards"]) - set(below)) + below, "discards": []}
            self.shuffled.add(deck)
        card: str = pile["cards"].pop(0)
        pile["left"] = len(pile["cards"])
        return card

    def draw_day(self) -> str:
        pile = self.t["day_deck"]
        if not pile["cards"]:
            below = self.after["day_deck"]["cards"]
            dealt = [place["card"] for place in self.after["day_row"] if place["card"] in pile["discards"]]
            assert sorted(dealt + below) == sorted(pile["discards"])
            pile |= {"cards": dealt + below, "discards": []}
            self.shuffled.add("day")
        card: str = pile["cards"].pop(0)
        pile["left"] = len(pile["cards"])
        return card

    # icons and rings

    def play_use(self, icon: str) -> None:
        self.spend_icon(icon)
        self.act(icon)

    def play_forfeit(self, icon: str) -> None:
        self.spend_icon(icon)
        self.me["rings"] += 1

    def spend_icon(self, icon: str) -> None:
        self.t["icons"][icon] -= 1
        self.t["icons"] = {letter: n for letter, n in self.t["icons"].items() if n}

    def play_buy(self, action: str) -> None:
        self.me["rings"] -= COSTS[action]
        self.act(action)

    def play_reveal(self, deck: str) -> None:
        self.me["rings"] -= CONTENTS["costs"]["reveal"]
        self.t["market"][deck].append(self.draw(deck))

    def play_show(self) -> None:
        self.me["rings"] -= self.t["round"]
        self.me["shown"] = "open"

    def play_commit(self, accolade: str) -> None:
        self.me["rings"] -= PRICES[sum(lying["counter"] is not None for lying in self.t["accolades"])]
        next(lying for lying in self.t["accolades"] if lying["card"] == accolade)["counter"] = self.seat

    def act(self, action: str) -> None:
        """Starts an action; what can have one outcome only is done."""
        if action == "R":
            self.draw_residents()
        elif action == "move":
            found = shifts(self.me["streets"], self.options["founding"])
            if len(found) == 1:
                (self.me["streets"],) = found.values()
            else:
                self.t["decision"] = "move"
        else:
            one, *more = sources(self.t, action)
            if not more and one.startswith("gain"):
                self.play_gain(one.split()[1])
            else:
                self.t |= {"decision": "source", "icon": action}

    def draw_residents(self) -> None:
        deck, mine = self.t["residents"], [self.t["residents"]["from_bottom"].pop()]
        if deck["from_bottom"]:
            mine.append(deck["from_bottom"].pop())
        deck["left"] = len(deck["from_bottom"])
        first, second = (*mine, None)[:2]
        deck["draws"].append({"seat": self.seat, "first": first, "second": second, "kept": None})
        if second is None:
            self.play_keep(mine[0])
        else:
            self.t["decision"] = "keep"

    def play_keep(self, name: str) -> None:
        t, deck, draw = self.t, self.t["residents"], self.t["residents"]["draws"][-1]
        draw["kept"] = "first" if draw["first"] == name else "second"
        self.me["residents"].append(name)
        self.me["held"] += 1
        if draw["second"]:
            deck["from_bottom"].insert(0, draw["second" if draw["kept"] == "first" else "first"])
            deck["left"] += 1
        t["decision"] = "menu"
        if t["phase"] == "setup":
            t["step"] += 1
            if t["step"] < len(t["players"]):
                self.draw_residents()
            elif self.options["accolades"] == "ebb_flow":
                t |= {"decision": "declare", "step": 0, "waiting": list(range(len(t["players"])))}
            else:
                self.night()

    # cards

    def play_blind(self, deck: str) -> None:
        self.t["icon"] = None
        self.gained(self.draw(deck))

    def play_gain(self, card: str) -> None:
        t = self.t
        t["icon"] = None
        if t["phase"] == "visit":
            for other in t["visitors"]["cards"]:
                if other != card:
                    t["decks"][DECK_OF[other]]["discards"].append(other)
            t["visitors"] = None
        elif card in DECK_OF:
            t["market"][DECK_OF[card]].remove(card)
        else:
            t["plain"][CARDS[card]["base"]] -= 1
        self.gained(card)

    def gained(self, card: str) -> None:
        found = places(self.me["streets"], card)
        if len(found) > 1:
            self.t |= {"decision": "place", "gained": card}
        else:
            self.me["streets"] = found["place new"]
            self.action_done()

    def play_place(self, *where: str) -> None:
        self.me["streets"] = places(self.me["streets"], self.t["gained"])[" ".join(("place", *where))]
        self.t["gained"] = None
        self.action_done()

    def play_move(self, *where: str) -> None:
        self.me["streets"] = shifts(self.me["streets"], self.options["founding"])[" ".join(("move", *where))]
        self.action_done()

    def action_done(self) -> None:
        self.t["decision"] = "menu"
        if self.t["phase"] == "visit":
            self.next_visit()

    # visitors

    def next_visit(self) -> None:
        t = self.t
        t["step"] += 1
        if t["step"] < len(t["players"]) and (drawable(t, "terrace") or drawable(t, "pier")):
            t["decision"] = "mix"
        else:
            self.deal()

    def play_mix(self, terraces: str) -> None:
        cards: list[str] = []
        for n in range(3):
            wanted, other = ("terrace", "pier") if n < int(terraces) else ("pier", "terrace")
            if drawable(self.t, wanted) or drawable(self.t, other):
                cards.append(self.draw(wanted if drawable(self.t, wanted) else other))
        drawn = [DECK_OF[card] for card in cards]
        counts = {"terraces": drawn.count("terrace"), "piers": drawn.count("pier")}
        self.t |= {"decision": "visitor", "visitors": {**counts, "cards": cards}}
        if len(cards) == 1:
            self.play_gain(cards[0])


def tidy(t: Position) -> Position:
    """A position with everything that has no order sorted."""
    t["market"] = {deck: sorted(cards) for deck, cards in t["market"].items()}
    for pile in (*t["decks"].values(), t["day_deck"]):
        pile["discards"].sort()
    for player in t["players"]:
        player["residents"].sort()
    if t["visitors"]:
        t["visitors"]["cards"].sort()
    return t
