"""townwright verify: check the deal of a recorded game."""

from __future__ import annotations

import hashlib

import click

import townwright as tw

from .common import read_file


@click.command()
@click.argument("record", type=click.Path(dir_okay=False))
@click.option("--commitment", help="The commitment you noted when the game began.")
@click.option("--entropy", help="The entropy your client sent, if you noted it.")
def command(record: str, commitment: str | None, entropy: str | None) -> None:
    """Check that the deal of RECORD was promised before the game and kept.

    The secret must fit the commitment that was published before anybody
    sent entropy, the seed must be made of both, and every move must be
    possible in that deal.
    """
    from townwright.engine.match import RecordFile, parse

    file = parse(read_file(record), RecordFile, tw.BadRecord, "the record")
    deal = file.deal
    if deal is None:
        raise tw.BadRecord("this record has no deal to verify; games played at a server have one")
    if deal.secret is None:
        raise tw.BadRecord("the secret of this deal is not in the record; it is shown once the game is over")
    try:
        found = hashlib.sha256(bytes.fromhex(deal.secret)).hexdigest()
    except ValueError:
        raise tw.BadRecord("the secret of this deal is not made of hex digits") from None
    if found != deal.commitment:
        raise tw.BadRecord(f"the secret does not fit the commitment: it gives {found}, not {deal.commitment}")
    if commitment is not None and commitment.lower() != deal.commitment:
        raise tw.BadRecord("the commitment in the record is not the one you noted")
    if entropy is not None and entropy.lower() not in deal.entropy:
        raise tw.BadRecord("the entropy you noted is not in the record")
    if file.seed != deal.seed:
        raise tw.BadRecord("the seed is not made of the secret and the players' entropy")
    match = tw.replay(read_file(record))
    parts = sum(part is not None for part in deal.entropy)
    click.echo(
        f"The deal is as promised: the secret fits the commitment, {parts} of {match.seats} seats added to the seed, "
        f"and all {len(match.log)} moves were possible in it."
    )
