"""The sizes of the windows that people look through."""

from __future__ import annotations

DESK = {"width": 1280, "height": 860}
PHONE = {"width": 360, "height": 740}
SMALL_PHONE = {"width": 320, "height": 640}
