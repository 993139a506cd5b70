"""The clocks that can limit a search: real time, or the CPU time of its own thread."""

from __future__ import annotations

import time

HAS_CLOCKS = hasattr(time, "clock_gettime")  # if not (Windows), there is only one clock, in milliseconds
WALL: int = getattr(time, "CLOCK_MONOTONIC", 0)
CPU: int = getattr(time, "CLOCK_THREAD_CPUTIME_ID", 0)  # fair on a busy machine: time that others use does not count


def read_clock(clock: int) -> int:
    """Nanoseconds of a clock; the uncompiled twin of `clock_ns`."""
    return time.clock_gettime_ns(clock) if HAS_CLOCKS else time.monotonic_ns()
