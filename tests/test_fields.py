"""Fields: three ways to read or write the same bytes."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.chosen import names

from townwright.engine.fields import Fields, Header, Snapshot, blank, i1, i8, layout
from townwright.games import load

LAYOUTS = [(name, part) for name in names() for part in ("box_layout", "state_layout")]


@pytest.mark.parametrize(("name", "part"), LAYOUTS)
def test_snapshot_and_fields_read_what_numpy_reads(name: str, part: str) -> None:
    dtype = getattr(load(name), part)
    buffer = np.random.default_rng(5).integers(0, 256, dtype.itemsize, dtype=np.uint8)
    plain = buffer.view(dtype)[0]
    fields, snapshot = Fields(buffer, dtype), Snapshot(buffer, dtype)
    for field in dtype.names:
        cells = plain[field]
        if not cells.shape:
            assert getattr(fields, field) == getattr(snapshot, field) == int(cells)
            continue
        ours, theirs = getattr(snapshot, field), getattr(fields, field)
        assert ours.tolist() == theirs.tolist() == cells.tolist()
        assert len(ours) == len(theirs) == len(cells)
        for at in list(product(*map(range, cells.shape)))[:500]:
            place = at if len(at) > 1 else at[0]
            assert ours[place] == theirs[place] == int(cells[at])
        for n in range(len(cells)):
            row = np.ascontiguousarray(cells[n])
            assert snapshot.bytes_of((field,), n) == row.tobytes()
            if cells.ndim > 1:
                assert list(ours.row(n)) == row.ravel().tolist()
    assert snapshot.bytes_of(dtype.names) == b"".join(
        np.ascontiguousarray(plain[field]).tobytes() for field in dtype.names
    )


class Sample(Header):
    turn = i1()
    filled = i8(2)
    hand = i1(2, 5)


def test_fields_refuse_numbers_that_do_not_fit_and_unknown_names() -> None:
    dtype = layout(Sample)
    fields = Fields(blank(dtype), dtype)
    fields.turn, fields.filled[1], fields.hand[0, 4] = 3, 1 << 44, 7
    snapshot = Snapshot(fields.bytes, dtype)
    assert (snapshot.turn, snapshot.filled[1], snapshot.hand[0, 4]) == (3, 1 << 44, 7)
    with pytest.raises(OverflowError):
        fields.turn = 200
    with pytest.raises(AttributeError, match="no field 'tern'"):
        fields.tern = 1
    with pytest.raises(AttributeError, match="no field 'tern'"):
        assert snapshot.tern
    assert fields.turn == 3
