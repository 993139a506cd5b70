"""How long a user waits: first use of each game (cold compile), a later start, and --help."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

from townwright.games import names


def seconds(code: str, env: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    result: dict[str, dict[str, float]] = {}
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # users have bytecode files
    for name in names():
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "TOWNWRIGHT_CACHE": folder}
            warm = f"from townwright.cli import main; main(['warm', '{name}'])"
            play = f"import townwright as tw; m = tw.new('{name}'); m.moves(m.pending[0]); m.view(0); m.sheet()"
            cold = seconds(warm, env)
            result[name] = {"cold": round(cold, 1), "start": round(min(seconds(play, env) for _ in range(3)), 2)}
    helps = "from townwright.cli import main; main(['--help'])"
    result["--help"] = {"start": round(min(seconds(helps, dict(os.environ)) for _ in range(5)), 2)}
    if args.json:
        print(json.dumps(result, indent=1))
        return
    for name, row in result.items():
        print(f"{name:20}", "  ".join(f"{what} {value:6.2f} s" for what, value in row.items()))


if __name__ == "__main__":
    main()
