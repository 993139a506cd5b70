"""The generators: ChaCha20 as published, fair numbers, the same on every machine."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numba import njit

import townwright as tw
from townwright.engine import chance
from townwright.engine.compiling import as_fields
from townwright.engine.fields import Fields, blank
from townwright.engine.loops import HEADER


@njit
def fill(state, key, out):
    s = as_fields(state, HEADER)
    chance.key_in(s, key)
    for i in range(len(out)):
        out[i] = chance._word(s)


@njit
def numbers(state, key, n, out):
    s = as_fields(state, HEADER)
    chance.key_in(s, key)
    for i in range(len(out)):
        out[i] = chance.below(s, n)


@njit
def spins(rng, n, out):
    for i in range(len(out)):
        out[i] = chance.spin(rng, n)


# The first two key streams of RFC 8439's appendix A.1: key zero, nonce zero, blocks 0 and 1.
BLOCKS = (
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
)


def test_the_dealing_generator_is_chacha20() -> None:
    words = np.zeros(32, np.int64)
    fill(blank(HEADER), np.zeros(32, np.uint8), words)
    assert words.astype("<u4").tobytes().hex() == BLOCKS


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 71])
def test_numbers_below_n_are_fair(n: int) -> None:
    out = np.zeros(20_000 * n, np.int64)
    numbers(blank(HEADER), chance.deal_key("fair"), n, out)
    counts = np.bincount(out, minlength=n)
    assert len(counts) == n
    chi2 = ((counts - 20_000) ** 2 / 20_000).sum()
    assert chi2 < n + 5 * (2 * n) ** 0.5


def test_bots_numbers_are_fair() -> None:
    out = np.zeros(70_000, np.int64)
    spins(chance.generator("bot"), 7, out)
    assert set(out) == set(range(7))
    assert max(Counter(out.tolist()).values()) < 10_500


def test_a_seed_is_a_number_or_a_text_and_its_key_never_changes() -> None:
    assert chance.deal_key(7).tobytes().hex() == "f5f116ae69e66729d233a6e89322d52bd1f6e8b58127e6757645253f2e47e670"
    assert (chance.deal_key(7) == chance.deal_key("7")).all()
    assert (chance.deal_key("a") != chance.deal_key("b")).any()


@pytest.mark.parametrize("seed", [None, 1.5, True, b"x", []])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(tw.BadCall, match="a seed is a whole number or a text"):
        chance.deal_key(seed)  # type: ignore[arg-type]


def test_an_imagined_deal_never_continues_the_real_one() -> None:
    match = tw.new(tw.games.names()[0], 2, seed=4)
    known = blank(match.game.state_layout)
    match.game.entry_points.observe(match.box.bytes, match._state, 0, known)
    record = Fields(known, match.game.state_layout)
    assert not any(record.deal_key.tolist())
    match.game.entry_points.resample(match.box.bytes, known, chance.generator(1))
    assert record.deal_key.tolist() != match._s.deal_key.tolist()
