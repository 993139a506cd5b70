"""Chance: the dealing generator inside the state, and a fast one for bots.

Dealing uses ChaCha20 (RFC 8439, 20 rounds) keyed with 32 bytes, because a predictable generator would let players
compute the deck from what they have seen. Bots use xoshiro128++. All arithmetic is on signed 64-bit integers masked to
32 bits, so that the compiled and the pure-Python mode agree to the bit.
"""

from __future__ import annotations

import hashlib

import numpy as np

from .compiling import num, rule
from .errors import BadCall
from .fields import Array, Bytes, Header, Rng

WORD = 0xFFFFFFFF
BOT_STREAM = 0x7FFFFFF0  # block numbers from here on seed bots; dealing never gets there


def deal_key(seed: int | str) -> Bytes:
    """The 32-byte dealing key of a seed. A text with 256 bits of entropy gives a key with as many."""
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadCall(f"a seed is a whole number or a text, not {type(seed).__name__}")
    try:
        text = f"townwright:{seed}".encode()
    except ValueError:  # a number of thousands of digits, or half a surrogate pair
        raise BadCall("a seed is a whole number or a text; this one cannot be written as UTF-8") from None
    return np.frombuffer(hashlib.sha256(text).digest(), np.uint8).copy()


@rule
def _turn(x: int, n: int) -> int:
    return ((x << n) | (x >> (32 - n))) & WORD


@rule
def _quarter(b: Array, i: int, j: int, k: int, m: int) -> None:
    """The ChaCha quarter round on four words of the block."""
    w, x, y, z = num(b[i]), num(b[j]), num(b[k]), num(b[m])
    w = (w + x) & WORD
    z = _turn(z ^ w, 16)
    y = (y + z) & WORD
    x = _turn(x ^ y, 12)
    w = (w + x) & WORD
    z = _turn(z ^ w, 8)
    y = (y + z) & WORD
    x = _turn(x ^ y, 7)
    b[i], b[j], b[k], b[m] = w, x, y, z


@rule
def _first_words(s: Header, n: int, count: int) -> int:
    """Word `n` of the block before mixing: constants, key, block number, zero nonce."""
    if n == 0:
        return 0x61707865
    if n == 1:
        return 0x3320646E
    if n == 2:
        return 0x79622D32
    if n == 3:
        return 0x6B206574
    if n < 12:
        return num(s.deal_key[n - 4])
    return count if n == 12 else 0


@rule
def _mix(s: Header, count: int) -> None:
    """Fills the block with ChaCha20 block number `count`."""
    b = s.deal_block
    for n in range(16):
        b[n] = _first_words(s, n, count)
    for _ in range(10):
        _quarter(b, 0, 4, 8, 12)
        _quarter(b, 1, 5, 9, 13)
        _quarter(b, 2, 6, 10, 14)
        _quarter(b, 3, 7, 11, 15)
        _quarter(b, 0, 5, 10, 15)
        _quarter(b, 1, 6, 11, 12)
        _quarter(b, 2, 7, 8, 13)
        _quarter(b, 3, 4, 9, 14)
    for n in range(16):
        b[n] = (num(b[n]) + _first_words(s, n, count)) & WORD


@rule
def _word(s: Header) -> int:
    """The next 32 random bits."""
    if s.deal_used == 0:
        _mix(s, num(s.deal_count))
        s.deal_count += 1
    word = num(s.deal_block[s.deal_used])
    s.deal_used = (s.deal_used + 1) & 15
    return word


@rule
def key_in(s: Header, key: Bytes) -> None:
    """Puts a 32-byte key into the state's generator."""
    for n in range(8):
        s.deal_key[n] = (
            num(key[4 * n]) | (num(key[4 * n + 1]) << 8) | (num(key[4 * n + 2]) << 16) | (num(key[4 * n + 3]) << 24)
        )
    s.deal_count = 0
    s.deal_used = 0


@rule
def rekey(s: Header, rng: Rng) -> None:
    """A fresh key from a bot's generator: an imagined deal never continues the real one."""
    for n in range(8):
        s.deal_key[n] = spin_word(rng)
    s.deal_count = 0
    s.deal_used = 0


@rule
def below(s: Header, n: int) -> int:
    """A number 0..n-1 from the dealing generator, all exactly equally likely (multiply and reject)."""
    product = _word(s) * n
    low = product & WORD
    if low < n:
        least = ((WORD + 1) - n) % n
        while low < least:
            product = _word(s) * n
            low = product & WORD
    return product >> 32


@rule
def shuffle(s: Header, cards: Array, first: int, last: int) -> None:
    """Shuffles cards[first:last] with the dealing generator."""
    for i in range(last - 1, first, -1):
        j = first + below(s, i - first + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def bot_stream(s: Header, seat: int, rng: Rng) -> None:
    """Seeds a bot's generator from the key, by a one-way function, so it reveals nothing about the deck.

    It overwrites the current block, so call it before anything is dealt.
    """
    _mix(s, BOT_STREAM + seat)
    for n in range(4):
        rng[n] = num(s.deal_block[n])
    rng[0] |= 1


@rule
def spin_word(rng: Rng) -> int:
    """The next 32 bits of a bot's generator: xoshiro128++ over four int64 words."""
    a, b, c, d = num(rng[0]), num(rng[1]), num(rng[2]), num(rng[3])
    word = (_turn((a + d) & WORD, 7) + a) & WORD
    t = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = _turn(d, 11)
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
    return word


@rule
def spin(rng: Rng, n: int) -> int:
    """A number 0..n-1 from a bot's generator."""
    return (spin_word(rng) * n) >> 32


def generator(seed: int | str) -> Rng:
    """A bot's generator for a seed."""
    words = deal_key(f"bot:{seed}").view("<u4")[:4].astype(np.int64)
    words[0] |= 1
    return words
