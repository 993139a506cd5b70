"""townwright verify: check the deal of a recorded game."""

from __future__ import annotations

import hashlib
import re

import click
import msgspec

import townwright as tw
from townwright.engine.saving import RecordFile
from townwright.games import load

from .common import read_file

SECRET, ENTROPY = "[0-9a-f]{64}", "[0-9a-f]{16,128}"


@click.command()
@click.argument("record", type=click.Path(dir_okay=False))
@click.option("--commitment", help="The commitment you noted when the game began.")
@click.option(
    "--seat-commitment", "commitments", multiple=True, help="A seat's commitment that you noted; may be given for each."
)
@click.option("--entropy", help="The entropy your client sent, if you noted it.")
def command(record: str, commitment: str | None, commitments: tuple[str, ...], entropy: str | None) -> None:
    """Check that the deal of RECORD was fixed before the game and not changed.

    The server's secret and every seat's entropy must match the commitments that were published before any of them was
    revealed, the seed must be made from them, and every move must be possible in that deal.
    """
    from townwright.engine.loading import parse

    text = read_file(record)
    if is_unfinished(text):
        raise tw.BadRecord("the secret of this deal is not in the record; it is shown once the game is over")
    file = parse(text, RecordFile, tw.BadRecord, "the record")
    deal = file.deal
    if deal is None:
        raise tw.BadRecord("this record has no deal to verify; only games played on a server have one")
    # another spelling of the same bytes would be another seed, so a dealer could choose among spellings
    secret = deal.secret or ""
    if not re.fullmatch(SECRET, secret):
        raise tw.BadRecord("the secret of this deal is not 64 hex digits in small letters")
    if len(deal.entropy) != file.seats:
        raise tw.BadRecord(f"the deal has entropy for {len(deal.entropy)} seats; the game has {file.seats}")
    if not all(part is None or re.fullmatch(ENTROPY, part) for part in deal.entropy):
        raise tw.BadRecord("the entropy of a seat is not 16 to 128 hex digits in small letters")
    if deal.commitments and len(deal.commitments) != file.seats:
        raise tw.BadRecord(f"the deal has {len(deal.commitments)} seats' commitments; the game has {file.seats} seats")
    for n, (promised, part) in enumerate(zip(deal.commitments, deal.entropy, strict=False), 1):
        if promised != (part and hashlib.sha256(part.encode()).hexdigest()):
            raise tw.BadRecord(f"the entropy of seat {n} does not fit its commitment")
    found = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    if found != deal.commitment:
        raise tw.BadRecord(f"the secret does not fit the commitment: it gives {found}, not {deal.commitment}")
    if commitment is not None and commitment.lower() != deal.commitment:
        raise tw.BadRecord("the commitment in the record is not the one you noted")
    for noted in commitments:
        if noted.lower() not in deal.commitments:
            raise tw.BadRecord("a seat's commitment that you noted is not in the record")
    if entropy is not None and entropy.lower() not in deal.entropy:
        raise tw.BadRecord("the entropy you noted is not in the record")
    if file.seed != deal.seed:
        raise tw.BadRecord("the seed is not made of the secret and the players' entropy")
    parts = sum(part is not None for part in deal.entropy)
    promised = f"The deal is as promised: the secret fits the commitment, {parts} of {file.seats} seats added entropy"
    if file.rules == load(file.game).version:
        match = tw.replay(text)
        click.echo(f"{promised}, and all {len(match.log)} moves were possible in it.")
    else:
        click.echo(f"{promised}. {as_far_as_possible(file)}")


def as_far_as_possible(file: RecordFile) -> str:
    """What can be verified of moves that were played with another version of the rules."""
    from townwright.engine.loading import new_match

    game, total = load(file.game), len(file.moves)
    ours = f"The record was made with rules version {file.rules}; this program plays version {game.version}"
    try:
        match = new_match(game, file.seats, file.seed, file.options, file.box)
    except tw.TownwrightError as problem:
        return f"{ours}, which cannot deal it ({problem}), so its moves are not verified."
    for n, (seat, code) in enumerate(file.moves):
        try:
            match.play(seat, code)
        except tw.TownwrightError:
            return f"{ours}, in which the first {n} of its {total} moves are possible; the others are not verified."
    end = "and lead to the end of the game" if match.over else "but do not lead to the end of the game"
    return f"{ours}, in which all {total} moves are possible {end}; that the rules were the same then is not verified."


def is_unfinished(text: bytes) -> bool:
    """Whether a record is of a running game: it lacks the seed and the hidden moves."""
    try:
        data = msgspec.json.decode(text)
        return data["seed"] is None and data["deal"]["secret"] is None
    except (msgspec.DecodeError, KeyError, TypeError, RecursionError, UnicodeError):
        return False
