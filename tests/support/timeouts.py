"""How long tests wait for what will come."""

from __future__ import annotations

#: Seconds that a command, a program or a server may take to begin or to end, on a machine with much else to do, too.
TIMEOUT = 240
