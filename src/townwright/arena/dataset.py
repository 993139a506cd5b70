"""Games as files: CSV with a row per game; Parquet with a row per game or per decision.

Files are written piece by piece and need little memory. Each knows how far it was written and can be continued there,
so an interrupted simulation can be resumed.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from townwright.engine.errors import BadCall, TownwrightError

from .chunks import Chunk
from .counts import Counts
from .simulation import RESULTS, Simulation, Wish

ROWS = 131_072  # of a Parquet row group, at least


class DataFile(Protocol):
    """A file of games."""

    wish: Wish  # what its chunks must record
    name: str  # what --out names, and how

    def resume(self, written: int, counts: Counts) -> None:
        """Continues where `keep` left it, with the games of these counts; 0 is an empty file."""

    def add(self, chunk: Chunk) -> None: ...

    def keep(self) -> int:
        """Writes what waits; returns how far the file is written."""

    def finish(self) -> int:
        """Closes the file, because nothing more comes; returns how far it is written."""


def data_file(path: str, run: Simulation, decisions: bool) -> DataFile:
    """The file of a name; the ending decides its format."""
    ending = Path(path).suffix.lower()
    if ending == ".parquet":
        return ParquetFile(Path(path), run, decisions)
    if decisions:
        raise BadCall(f"a row for every decision is written to a Parquet file only, not to {path}")
    if ending != ".csv":
        raise BadCall(f"games are written to a file that ends in .csv or .parquet, not to {path}")
    return CsvFile(Path(path), run)


def cannot(path: Path, problem: OSError) -> TownwrightError:
    return TownwrightError(f"{path} cannot be written: {problem.strerror or problem}")


def changed(path: Path) -> TownwrightError:
    return TownwrightError(f"{path} is not as it was left; remove it and the kept counts to start again")


def columns(run: Simulation) -> list[str]:
    """The columns: who won, then every line of every sheet."""
    lines = (*run.game.lines, *run.game.ties)
    wins = [f"seat{n}_won" for n in range(run.seats)]
    return [*wins, *(f"seat{n}_{line}" for n in range(run.seats) for line in lines)]


class CsvFile:
    """A row per game: seed, length, who won, and every line of every sheet."""

    wish = RESULTS

    def __init__(self, path: Path, run: Simulation) -> None:
        self.path, self.run, self.name = path, run, path.name

    def resume(self, written: int, counts: Counts) -> None:
        try:
            if written and (not self.path.exists() or self.path.stat().st_size < written):
                raise changed(self.path)
            self._file = self.path.open("r+b" if written else "w+b")
            self._file.truncate(written)
            self._file.seek(written)
            if not written:
                self._write([["seed", "moves", *columns(self.run)]])
        except OSError as problem:
            raise cannot(self.path, problem) from None

    def _write(self, rows: Any) -> None:
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        self._file.write(text.getvalue().encode())

    def add(self, chunk: Chunk) -> None:
        seeds = [self.run.seed_of(chunk.start + n) for n in range(len(chunk))]
        rows = zip(seeds, chunk.moves.tolist(), chunk.winners.tolist(), chunk.lines.tolist(), strict=True)
        try:
            self._write([seed, moves, *won, *(n for line in lines for n in line)] for seed, moves, won, lines in rows)
        except OSError as problem:
            raise cannot(self.path, problem) from None

    def keep(self) -> int:
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as problem:
            raise cannot(self.path, problem) from None
        return self._file.tell()

    def finish(self) -> int:
        written = self.keep()
        self._file.close()
        return written


class ParquetFile:
    """Sheets, moves and options as columns. While it grows it is a folder of parts, each a whole Parquet file."""

    def __init__(self, path: Path, run: Simulation, decisions: bool) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise TownwrightError("Parquet files need more packages: pip install 'townwright[research]'") from None
        self.path, self.run, self.decisions = path, run, decisions
        self.name = f"{path.name} --decisions" if decisions else path.name
        self.parts = path.with_name(path.name + ".parts")
        self.wish = Wish(moves=True, options=decisions)
        self._arrow: Any = pyarrow
        self._waiting: list[Any] = []
        self._writer: Any = None
        self._count = 0
        codes = range(run.game.moves.size)
        kinds = [kind.name for kind in run.game.moves.kinds]
        self._words = pyarrow.array([run.box.words(code) for code in codes]) if decisions else None
        self._kinds = pyarrow.array(kinds)
        self._kind_of = np.array([kinds.index(run.game.moves.kind(code).name) for code in codes], np.int16)

    def _part(self, n: int) -> Path:
        return self.parts / f"{n:06}.parquet"

    def resume(self, written: int, counts: Counts) -> None:
        grows = written and not self._part(0).exists() and self.path.exists()  # a finished file that grows again
        self._check([self.path] if grows else [self._part(n) for n in range(written)], counts if written else None)
        try:
            self.parts.mkdir(parents=True, exist_ok=True)
            if grows:
                self.path.replace(self._part(0))
                written = 1
            for part in sorted(self.parts.glob("*.parquet"))[written:]:
                part.unlink()
        except OSError as problem:
            raise cannot(self.path, problem) from None
        self._count = written

    def _check(self, parts: list[Path], counts: Counts | None) -> None:
        """Refuses parts that do not hold the rows of these counts."""
        rows = 0
        if counts is not None:
            rows = sum(n * moves for moves, n in counts.moves.items()) if self.decisions else counts.games
        try:
            held = sum(self._arrow.parquet.read_metadata(part).num_rows for part in parts)
        except (OSError, ValueError):  # missing, or not whole
            raise changed(self.path) from None
        if held != rows:
            raise changed(self.path)

    def add(self, chunk: Chunk) -> None:
        table = self._decision_rows(chunk) if self.decisions else self._game_rows(chunk)
        self._waiting.append(table)
        if sum(map(len, self._waiting)) >= ROWS:
            self._write()

    def _write(self) -> None:
        """Writes the waiting tables as one row group."""
        if not self._waiting:
            return
        table = self._arrow.concat_tables(self._waiting)
        self._waiting = []
        try:
            if self._writer is None:
                self._writer = self._arrow.parquet.ParquetWriter(
                    self._part(self._count), table.schema, compression="zstd"
                )
            self._writer.write_table(table, row_group_size=len(table))
        except OSError as problem:
            raise cannot(self.path, problem) from None

    def keep(self) -> int:
        self._write()
        if self._writer is not None:
            try:
                self._writer.close()
                with self._part(self._count).open("rb") as part:
                    os.fsync(part.fileno())
            except OSError as problem:
                raise cannot(self.path, problem) from None
            self._writer, self._count = None, self._count + 1
        return self._count

    def finish(self) -> int:
        count = self.keep()
        draft = self.parts / "whole"
        try:
            if count == 1:
                self._part(0).replace(self.path)
            elif count:
                writer: Any = None
                for n in range(count):
                    for group in self._arrow.parquet.ParquetFile(self._part(n)).iter_batches(ROWS):
                        table = self._arrow.Table.from_batches([group])
                        writer = writer or self._arrow.parquet.ParquetWriter(draft, table.schema, compression="zstd")
                        writer.write_table(table, row_group_size=ROWS)
                writer.close()
                draft.replace(self.path)
            shutil.rmtree(self.parts)
        except OSError as problem:
            raise cannot(self.path, problem) from None
        self._count = min(count, 1)
        return self._count

    def _table(self, found: dict[str, Any], rows: int) -> Any:
        """Adds the options of the table as columns, and the set-up as the file's metadata."""
        for name, value in self.run.box.options.items():
            plain = msgspec.json.encode(value).decode() if isinstance(value, list | dict) else value
            found[f"option_{name}"] = self._arrow.repeat(self._arrow.scalar(plain), rows)
        about = msgspec.json.encode(self.run.setup)
        return self._arrow.table(found).replace_schema_metadata({"townwright": about})

    def _game_rows(self, chunk: Chunk) -> Any:
        """A row per game; the moves are two lists, of seats and of codes."""
        assert chunk.log is not None
        arrow, seats, codes = self._arrow, chunk.log.decisions[:, 0], chunk.log.decisions[:, 1]
        ends = np.concatenate([[0], np.cumsum(chunk.moves)]).astype(np.int32)
        found: dict[str, Any] = {
            "seed": [self.run.seed_of(chunk.start + n) for n in range(len(chunk))],
            "moves": chunk.moves,
            "move_seats": arrow.ListArray.from_arrays(ends, seats.astype(np.int8)),
            "move_codes": arrow.ListArray.from_arrays(ends, codes),
        }
        sheets = chunk.lines.reshape(len(chunk), -1)
        values = [*chunk.winners.T, *sheets.T]
        found |= dict(zip(columns(self.run), values, strict=True))
        return self._table(found, len(chunk))

    def _decision_rows(self, chunk: Chunk) -> Any:
        """A row per decision: what could be played, what was played, and the result of that seat."""
        assert chunk.log is not None
        arrow, (decisions, options) = self._arrow, chunk.log
        seats, codes, sizes = decisions.T
        game = np.repeat(np.arange(len(chunk)), chunk.moves)
        starts = np.concatenate([[0], np.cumsum(chunk.moves)])[:-1]
        ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        won = chunk.winners / chunk.winners.sum(axis=1, keepdims=True)
        seeds = arrow.array([self.run.seed_of(chunk.start + n) for n in range(len(chunk))])
        words, kinds = self._words, self._kinds
        found: dict[str, Any] = {
            "seed": arrow.DictionaryArray.from_arrays(game.astype(np.int32), seeds).cast(arrow.string()),
            "ply": (np.arange(len(game)) - starts[game]).astype(np.int32),
            "seat": seats.astype(np.int8),
            "kind": arrow.DictionaryArray.from_arrays(self._kind_of[codes], kinds),
            "code": np.ascontiguousarray(codes),
            "words": arrow.DictionaryArray.from_arrays(np.ascontiguousarray(codes), words),
            "options": arrow.ListArray.from_arrays(ends, options),
            "won": won[game, seats],
            "points": chunk.totals[game, seats].astype(np.int32),
        }
        return self._table(found, len(game))
