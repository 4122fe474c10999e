"""The forms of networks: which games have one, and that its numbers agree with each other.

`tests/bots/test_network.py` computes with forms beside the kernels, by the names of cells and actions.
"""

from __future__ import annotations

import numpy as np
import pytest

from okawari.encoding import Encoding
from okawari.game import Setting
from okawari.rules.dishes import FACE_WORDS
from tests.support.tables import TABLES

DICE = [Setting.of("sushi-roll", seats) for seats in (2, 3, 4, 5)]


def test_with_cards_cells_go_in_and_preferences_come_out() -> None:
    for setting in (table.setting for table in TABLES if table.setting.table_kind != "roll"):
        encoding = Encoding.of(setting)
        assert encoding.form is None
        assert (encoding.inputs, encoding.outputs) == (encoding.cells, encoding.actions)
        assert encoding.input_scales is encoding.scales


@pytest.mark.parametrize("setting", DICE, ids=lambda setting: str(setting.seats))
def test_every_input_and_output_is_used(setting: Setting) -> None:
    encoding = Encoding.of(setting)
    form = encoding.form
    assert form is not None
    assert sorted(set(form.input_of.tolist())) == list(range(form.counts))
    assert len(encoding.inputs) == form.counts + len(form.marks) == len(set(encoding.inputs))
    assert set(form.terms_of.ravel().tolist()) == {-1, *range(form.terms)}
    used = [range(first, first + len(FACE_WORDS)) for first in form.term_outputs[: -len(form.acts)].tolist()]
    assert {output for faces in used for output in faces} | set(form.acts.tolist()) == set(range(len(encoding.outputs)))


def test_counts_and_terms_have_the_names_that_they_should_have() -> None:
    encoding = Encoding.of(DICE[0])
    form = encoding.form
    assert form is not None
    for cell, count in (("own face 8/wasabi", "own face/wasabi"), ("next1 die 2/maki", "next1 die/maki")):
        assert encoding.inputs[form.input_of[encoding.cells.index(cell)]] == count
    first = encoding.inputs.index("own face at least 2/wasabi") - form.counts
    assert form.marks[first].tolist() == [encoding.inputs.index("own face/wasabi"), 2]
    swap = form.terms_of[encoding.actions.index("swap2:next1:7")]
    cells = {encoding.cells[form.term_cells[term]] for term in swap if term >= 0 and form.term_cells[term] >= 0}
    assert cells == {"own face 2/tempura", "next1 face 7/tempura"}
    assert (form.terms_of[encoding.actions.index("wait")] == -1).all()


def test_scales_of_counts_are_those_of_their_cells() -> None:
    encoding = Encoding.of(DICE[0])
    form = encoding.form
    assert form is not None
    for cells, inputs in zip(encoding.scales, encoding.input_scales, strict=True):
        np.testing.assert_array_equal(cells, inputs[form.input_of])
