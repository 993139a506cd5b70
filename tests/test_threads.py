"""Threads: a server reads several boxes and positions at the same time."""

from __future__ import annotations

import subprocess
import sys

FIRST_USES = """
import sys, threading, types
sys.setswitchinterval(1e-6)
from townwright.engine.converting import convert

SOURCE = '''
from __future__ import annotations
import msgspec

class Card(msgspec.Struct):
    name: str
    costs: dict[str, int]

class Street(msgspec.Struct):
    cards: list[Card]
    last: Card

class Town(msgspec.Struct):
    streets: list[Street]
    best: Street
'''
card = {"name": "Inn", "costs": {"brick": 1}}
street = {"cards": [card], "last": card}
town = {"streets": [street], "best": street}
for n in range(300):
    module = sys.modules[f"town{n}"] = types.ModuleType(f"town{n}")
    exec(compile(SOURCE, "town", "exec", dont_inherit=True), module.__dict__)
    together = threading.Barrier(4)
    def first_use():
        together.wait()
        convert(town, module.Town)
    threads = [threading.Thread(target=first_use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_use_a_type_for_the_first_time_at_once() -> None:
    """Without our lock msgspec crashes within a few dozen of these rounds; hence the separate process."""
    ended = subprocess.run([sys.executable, "-c", FIRST_USES], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
