"""The same seed gives the same games, moves of bots, advice and solutions, on every machine and in every mode."""

from __future__ import annotations

import json

import pytest

from tests.kernels.sessions import FILE, Session
from tests.support.tables import TABLES, Table

EXPECTED = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_seed_gives_the_same_session_everywhere(table: Table) -> None:
    assert Session(table).digests == EXPECTED[str(table)]
