"""How long people wait for their moves while bots of other tables think.

    python benchmarks/thinking.py [--bots 50] [--seconds 20]

People play Copenhagen at ten tables, ten moves a second in all: first alone, then beside tables at which experts think
without a pause (each with a person who answers at once). The time is from sending a move to its answer, which comes
when the move is on disk. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics

from server import Ours, Pace

TABLES, RATE = 10, 10.0


async def crowd(ours: Ours, bots: int, stop: asyncio.Event) -> None:
    """Tables of one person and two experts, until they are stopped."""

    async def table() -> None:
        while not stop.is_set():
            async with ours.guest() as http:
                (await http.put("/api/me", json={"name": "Crowd"})).raise_for_status()
                seats = [{"who": "me"}, *({"who": "bot", "bot": "expert"} for _ in range(2))]
                wish = {"game": "copenhagen", "seats": seats, "pace": 0}
                code = (await http.post("/api/tables", json=wish)).raise_for_status().json()["code"]
                cookie = f"townwright={http.cookies['townwright']}"
            await ours.seat(cookie, code, Pace(None, 1), [], stop)

    await asyncio.gather(*(table() for _ in range(bots // 2)))


async def people(ours: Ours, seconds: float) -> dict[str, float]:
    """The times of people's moves."""
    await ours.prepare(TABLES)
    stop, times = asyncio.Event(), list[float]()
    asyncio.get_running_loop().call_later(seconds, stop.set)
    seats = [ours.table(n, Pace(RATE, TABLES), times, stop) for n in range(TABLES)]
    await asyncio.wait([asyncio.create_task(seat) for seat in seats], timeout=seconds + 3)
    cuts = statistics.quantiles(times, n=100)
    return {"moves": len(times), "p50_ms": round(1e3 * cuts[49], 1), "p99_ms": round(1e3 * cuts[98], 1)}


async def measure(bots: int, seconds: float) -> dict[str, dict[str, float]]:
    ours = Ours()
    try:
        await ours.up()
        await people(ours, 3)
        alone = await people(ours, seconds)
        stop = asyncio.Event()
        thinking = asyncio.create_task(crowd(ours, bots, stop))
        await asyncio.sleep(3)
        beside = await people(ours, seconds)
        stop.set()
        thinking.cancel()
        return {"alone": alone, f"beside {bots} bots": beside}
    finally:
        ours.down()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    print(json.dumps(asyncio.run(measure(args.bots, args.seconds)), indent=1))


if __name__ == "__main__":
    main()
