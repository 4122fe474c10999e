"""How long tests wait."""

from __future__ import annotations

#: Seconds that a command, a program or a server may take to start or to end, on a busy machine.
TIMEOUT = 240
