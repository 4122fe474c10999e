"""The ends of a network with a form: from cells to inputs, and from outputs to preferences. They learn nothing."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from okawari.encoding.forms import Form, Numbers

#: What the outputs of some uses and acts are before the training. All re-rolls and all swaps, of which there may be
#: hundreds, are then together a little less likely than keeping one of the few dice.
_FIRST = {"own reroll": -1.0, "any reroll": -1.5, "any swap": -3.5}


class FormLayers:
    """Computes what kernels compute in `write_inputs`, `write_terms` and `write_preferences`, for many positions."""

    def __init__(self, form: Form) -> None:
        self._added = _rows_of(form.input_of[:, None], form.counts)
        self._marked, self._least = (torch.from_numpy(column.copy()) for column in form.marks.T.astype(np.int64))
        self._terms = _rows_of(form.terms_of, form.terms).T.contiguous()
        self._belts = [
            (torch.from_numpy(belt.cells).long(), *_span(belt.outputs), len(belt.outputs)) for belt in form.belts
        ]
        self._acts = _span(form.acts)

    def inputs(self, cells: Tensor) -> Tensor:
        """What goes into a network for observations as cells."""
        counts = cells.float() @ self._added
        marks = counts.index_select(-1, self._marked) >= self._least
        return torch.cat([counts, marks.float()], -1)

    def preferences(self, cells: Tensor, outputs: Tensor) -> Tensor:
        """The preference for each action."""
        terms = []
        for belt, first, end, uses in self._belts:
            faces = cells.index_select(-1, belt.flatten()).float().unflatten(-1, belt.shape)
            values = outputs[:, first:end].unflatten(-1, (uses, -1))
            terms.append((values @ faces.mT).flatten(1))
        first, end = self._acts
        return torch.cat([*terms, outputs[:, first:end]], -1) @ self._terms


def first_outputs(form: Form) -> Tensor:
    """What is added to the outputs before the training."""
    return torch.tensor([_FIRST.get(name.split("/")[0], 0.0) for name in form.outputs])


def _rows_of(numbers: Numbers, width: int) -> Tensor:
    """A row with 1 at the numbers of each row, and 0 elsewhere; negative numbers are left out."""
    rows = torch.zeros((len(numbers), width + 1))
    rows.scatter_(1, torch.from_numpy(numbers).long() % (width + 1), 1.0)
    return rows[:, :width]


def _span(outputs: Numbers) -> tuple[int, int]:
    """The first of outputs that follow each other, and the one after the last."""
    return int(outputs.min()), int(outputs.max()) + 1
