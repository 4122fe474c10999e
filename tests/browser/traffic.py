"""What a page loads: requests and bytes, as they go over the line."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page


class Traffic:
    """Counts what a page loads from now on: requests, sockets, and bytes with their headers."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.requests = self.size = 0
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.webSocketCreated", self._asked)
        self.session.on("Network.loadingFinished", lambda loaded: self._got(loaded["encodedDataLength"]))
        self.session.on(
            "Network.webSocketFrameReceived", lambda frame: self._got(len(frame["response"]["payloadData"]))
        )

    def _asked(self, _: dict[str, Any]) -> None:
        self.requests += 1

    def _got(self, size: float) -> None:
        self.size += int(size)
