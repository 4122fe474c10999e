"""Observations go to PyTorch without a copy."""

from __future__ import annotations

from importlib import import_module

import pytest

from okawari.envs.vector import SushiVectorEnv


@pytest.mark.research
def test_tensors_share_memory_with_the_buffers() -> None:
    torch = import_module("torch")
    envs = SushiVectorEnv(8, copy=False)
    seen, _ = envs.reset(seed=1)
    tensors = {name: torch.from_numpy(array) for name, array in seen.items()}
    before = {name: tensor.clone() for name, tensor in tensors.items()}
    envs.step(envs.random_actions())
    for name, tensor in tensors.items():
        assert tensor.data_ptr() == seen[name].ctypes.data
        assert not torch.equal(tensor, before[name]), "the step wrote into the tensor's memory"
