"""Files of trained networks: one line of JSON, the header, and after it the weights.

The header names the settings that the network was trained for, the numbers of cells, hidden units and actions, and a
fingerprint of what its cells and actions mean, so that a network for another encoding is refused. The weights are
little-endian numbers of 16 bits (IEEE 754), in this order:

    first, its bias       inputs x width, width
    second, its bias      width x width, width
    policy, its bias      width x outputs, outputs
    value, its bias       width, 1

Inputs are the cells and outputs the preferences for the actions, unless the header has other numbers of `inputs` and
`outputs`: those of a form, which `encoding.forms` describes. Inputs are scaled as `Encoding.input_scales` says before
they are multiplied; hidden units are max(0, x).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from okawari.encoding import Encoding
from okawari.game import Setting

FORMAT = 1
_NUMBER = np.dtype("<f2")


class NetworkError(ValueError):
    """A network that cannot be read, or that does not fit a game."""


@dataclass(frozen=True)
class NetworkFile:
    """A trained network: the settings that it was trained for, its weights by name, and how it was trained."""

    settings: tuple[Setting, ...]
    weights: Mapping[str, npt.NDArray[np.float16]]
    training: Mapping[str, Any]

    @property
    def encoding(self) -> Encoding:
        """The encoding of the setting with the most seats."""
        return Encoding.of(self.settings[-1])

    @property
    def width(self) -> int:
        """The number of units in each hidden layer."""
        return len(self.weights["value"])

    @property
    def digest(self) -> str:
        """A hash of the weights."""
        return hashlib.sha256(b"".join(array.tobytes() for _, array in sorted(self.weights.items()))).hexdigest()[:32]

    def to_bytes(self) -> bytes:
        """The content of the file."""
        encoding = self.encoding
        header = {
            "okawari": "network",
            "format": FORMAT,
            "settings": [setting.to_json() for setting in self.settings],
            "width": self.width,
            **_sizes(encoding),
            "fingerprint": fingerprint(encoding),
            "training": dict(self.training),
        }
        shapes = _shapes(encoding, self.width)
        arrays = [np.asarray(self.weights[name], _NUMBER).reshape(shape) for name, shape in shapes.items()]
        if not all(np.isfinite(array).all() for array in arrays):
            raise NetworkError("A weight of the network is infinite or too large for 16 bits.")
        return json.dumps(header).encode() + b"\n" + b"".join(array.tobytes() for array in arrays)

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> NetworkFile:
        """Read the content of a file; `NetworkError`, which mentions the name, if it is none or for other cells."""
        first, _, rest = content.partition(b"\n")
        try:
            header = json.loads(first)
            if header["okawari"] != "network" or header["format"] != FORMAT:
                raise NetworkError(f"{name} is no network, or one of another version of Okawari.")
            settings = tuple(map(Setting.from_json, header["settings"]))
            encoding = Encoding.of(settings[-1])
            if header["fingerprint"] != fingerprint(encoding):
                raise NetworkError(
                    f"{name} was trained with other cells or actions than this version of Okawari has. Train it anew."
                )
            if any(header[name] != size for name, size in _sizes(encoding).items()):
                raise ValueError("The header has other sizes than its settings.")
            return cls(settings, _weights(_shapes(encoding, int(header["width"])), rest), header["training"])
        except NetworkError:
            raise
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise NetworkError(f"{name} is no whole network of Okawari.") from None


def fingerprint(encoding: Encoding) -> str:
    """A hash of what cells and actions mean, and inputs and outputs where they are others."""
    meaning = [encoding.cells, encoding.actions, *(numbers.tolist() for numbers in encoding.scales)]
    if encoding.form:
        meaning += [encoding.inputs, encoding.outputs, *(numbers.tolist() for numbers in encoding.input_scales)]
        meaning += [encoding.form.input_of.tolist(), encoding.form.marks.tolist(), encoding.form.terms_of.tolist()]
    return hashlib.sha256(json.dumps(meaning).encode()).hexdigest()[:32]


def have_the_same_cells(one: Encoding, other: Encoding) -> bool:
    """Whether the actions are the same, and the first cells, as many as both have."""
    n = min(len(one.cells), len(other.cells))
    return one.actions == other.actions and one.cells[:n] == other.cells[:n]


def _sizes(encoding: Encoding) -> dict[str, int]:
    """The sizes of an encoding that the header says."""
    form = {"inputs": len(encoding.inputs), "outputs": len(encoding.outputs)} if encoding.form else {}
    return {"cells": len(encoding.cells), "actions": len(encoding.actions), **form}


def _shapes(encoding: Encoding, width: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays by name, in the order of the file."""
    inputs, outputs = len(encoding.inputs), len(encoding.outputs)
    return {
        "first": (inputs, width),
        "first_bias": (width,),
        "second": (width, width),
        "second_bias": (width,),
        "policy": (width, outputs),
        "policy_bias": (outputs,),
        "value": (width,),
        "value_bias": (1,),
    }


def _weights(shapes: Mapping[str, tuple[int, ...]], content: bytes) -> dict[str, npt.NDArray[np.float16]]:
    """The arrays by name; ValueError if there are too few or too many numbers."""
    sizes = [int(np.prod(shape)) for shape in shapes.values()]
    numbers = np.frombuffer(content, _NUMBER)
    if len(numbers) != sum(sizes):
        raise ValueError("The file has another size than its header says.")
    parts = np.split(numbers, np.cumsum(sizes)[:-1])
    return {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}
