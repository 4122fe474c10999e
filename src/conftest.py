"""Sources in which pytest looks for no examples: those that need PyTorch, where that is missing."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["okawari/lab/training/*"]
