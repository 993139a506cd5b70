"""Records: the same bytes read and written in three ways."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.chosen import names

from townwright.engine.fields import Fields, Snapshot, blank
from townwright.games import load

LAYOUTS = [(name, part) for name in names() for part in ("box_layout", "state_layout")]


@pytest.mark.parametrize(("name", "part"), LAYOUTS)
def test_a_snapshot_and_a_record_read_what_numpy_reads(name: str, part: str) -> None:
    layout = getattr(load(name), part)
    buffer = np.random.default_rng(5).integers(0, 256, layout.itemsize, dtype=np.uint8)
    plain = buffer.view(layout)[0]
    record, snapshot = Fields(buffer, layout), Snapshot(buffer, layout)
    for field in layout.names:
        cells = plain[field]
        if not cells.shape:
            assert getattr(record, field) == getattr(snapshot, field) == int(cells)
            continue
        ours, theirs = getattr(snapshot, field), getattr(record, field)
        assert ours.tolist() == theirs.tolist() == cells.tolist()
        assert len(ours) == len(theirs) == len(cells)
        for at in list(product(*map(range, cells.shape)))[:500]:
            place = at if len(at) > 1 else at[0]
            assert ours[place] == theirs[place] == int(cells[at])
        for n in range(len(cells)):
            row = np.ascontiguousarray(cells[n])
            assert snapshot.piece((field,), n) == row.tobytes()
            if cells.ndim > 1:
                assert list(ours.row(n)) == row.ravel().tolist()
    assert snapshot.piece(layout.names) == b"".join(
        np.ascontiguousarray(plain[field]).tobytes() for field in layout.names
    )


def test_a_record_takes_what_fits_and_nothing_else() -> None:
    layout = load("copenhagen").state_layout
    record = Fields(blank(layout), layout)
    record.turn, record.filled[1], record.hand[0, 4] = 3, 1 << 44, 7
    snapshot = Snapshot(record.bytes, layout)
    assert (snapshot.turn, snapshot.filled[1], snapshot.hand[0, 4]) == (3, 1 << 44, 7)
    with pytest.raises(OverflowError):
        record.turn = 200
    with pytest.raises(AttributeError, match="no field 'tern'"):
        record.tern = 1
    with pytest.raises(AttributeError, match="no field 'tern'"):
        assert snapshot.tern
    assert record.turn == 3
