"""The network: cells in, a preference for each action and the value of the position out."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from okawari.bots.network_file import NetworkFile
from okawari.encoding import Encoding
from okawari.lab.training.form_layers import FormLayers, first_outputs
from okawari.lab.training.options import Options

#: The preference for an action that is not legal: its probability is exactly 0.
NEVER = -1e9
#: The layers of a network, which have the same names in its file.
LAYERS = ("first", "second", "policy", "value")


class Network(nn.Module):
    """Two hidden layers, shared by the policy and the value. Missing last cells, those of further seats, count as 0.

    `hidden` is the type of numbers in which the hidden layers are computed. Where an encoding has a form for networks,
    `ends` make inputs of the cells, and preferences of the outputs.
    """

    def __init__(
        self,
        encoding: Encoding,
        width: int,
        generator: torch.Generator | None = None,
        hidden: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        self.hidden = hidden
        self.ends = FormLayers(encoding.form) if encoding.form else None
        centre, factor = encoding.input_scales
        self.register_buffer("centre", torch.from_numpy(centre), persistent=False)
        self.register_buffer("factor", torch.from_numpy(factor), persistent=False)
        self.first = nn.Linear(len(encoding.inputs), width)
        self.second = nn.Linear(width, width)
        self.policy = nn.Linear(width, len(encoding.outputs))
        self.value = nn.Linear(width, 1)
        for layer, gain in ((self.first, 2**0.5), (self.second, 2**0.5), (self.policy, 0.01), (self.value, 0.5)):
            nn.init.orthogonal_(layer.weight, gain, generator=generator)
            nn.init.zeros_(layer.bias)
        if encoding.form:
            self.policy.bias.data += first_outputs(encoding.form)

    def forward(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """(preferences, values) of observations as cells."""
        inputs = self.ends.inputs(cells) if self.ends else cells.float()
        n = inputs.shape[-1]
        scaled = (inputs - self.centre[:n]) * self.factor[:n]
        hidden = self._layer(self.first.weight[:, :n], self.first.bias, scaled)
        hidden = self._layer(self.second.weight, self.second.bias, hidden).float()
        outputs = self.policy(hidden)
        preferences = self.ends.preferences(cells, outputs) if self.ends else outputs
        return preferences, self.value(hidden).squeeze(-1)

    def _layer(self, weight: Tensor, bias: Tensor, values: Tensor) -> Tensor:
        kind = self.hidden
        return torch.relu(nn.functional.linear(values.to(kind), weight.to(kind), bias.to(kind)))


def new_network(options: Options, generator: torch.Generator | None = None) -> Network:
    """A network for a training, with random weights."""
    hidden = torch.bfloat16 if options.bfloat16 else torch.float32
    return Network(options.encoding, options.width, generator, hidden)


def load_weights(network: Network, file: NetworkFile) -> None:
    """Give a network the weights of a file for the same cells, actions and width."""
    weights = {name: torch.from_numpy(values.astype(np.float32)) for name, values in file.weights.items()}
    with torch.no_grad():
        for name in LAYERS:
            layer = getattr(network, name)
            layer.weight.copy_(weights[name].reshape(layer.in_features, -1).T)
            layer.bias.copy_(weights[f"{name}_bias"])


def masked(preferences: Tensor, masks: Tensor) -> Tensor:
    """Preferences for legal actions only."""
    return preferences.masked_fill(masks == 0, NEVER)


def sample(preferences: Tensor, masks: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """(actions, logarithms of their probabilities): a random legal action of each row."""
    chances = torch.softmax(masked(preferences, masks), -1)
    sums = chances.cumsum(-1)
    total = sums[:, -1]
    # Rounding may lift a number just below the sum to the sum, where no action is left.
    drawn = torch.minimum(torch.rand(len(total), generator=generator) * total, total * (1 - 1e-6))
    actions = (sums <= drawn[:, None]).sum(-1)
    return actions, chances.gather(-1, actions[:, None]).squeeze(-1).log()


def best(preferences: Tensor, masks: Tensor) -> Tensor:
    """The preferred legal action of each row."""
    return masked(preferences, masks).argmax(-1)
