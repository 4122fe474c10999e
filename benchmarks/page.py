"""The way from the home page to the first hand with an empty cache, on a slow phone: bytes, requests and seconds.

    python benchmarks/page.py

Writes `benchmarks/PAGE.md`. It needs Chromium.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.traffic import Traffic  # noqa: E402
from tests.support.server_process import ServerProcess  # noqa: E402

#: The phone: how much slower its processor is, its bits in a second, and the milliseconds of a round trip.
SLOWER, BITS, LATENCY = 4, 1_600_000, 150
LOCALES = ("en-GB", "pl-PL", "is-IS")
RUNS = 5
FILE = ROOT / "benchmarks" / "PAGE.md"


class Load(NamedTuple):
    """The traffic of a page up to a moment: the number of requests, their bytes with headers, and the seconds."""

    requests: int
    size: int
    seconds: float


def slow_down(session: CDPSession) -> None:
    """Make a page as slow as on the phone."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    line = {"latency": LATENCY, "downloadThroughput": BITS / 8, "uploadThroughput": BITS / 8}
    session.send("Network.emulateNetworkConditions", {"offline": False, **line})


def first_hand(browser: Browser, url: str, locale: str) -> tuple[Load, Load]:
    """Open the home page and play: what was loaded until it could be read, and until the first hand."""
    phone = {"width": 360, "height": 740}
    context = browser.new_context(viewport=phone, locale=locale, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    page = context.new_page()
    traffic = Traffic(page)
    slow_down(traffic.session)
    start = time.monotonic()
    page.goto(url, wait_until="commit")
    play = page.locator(".start .btn.big")
    play.wait_for()
    home = Load(traffic.requests, traffic.size, time.monotonic() - start)
    play.click()
    page.locator(".hand .card").first.wait_for()
    hand = Load(traffic.requests, traffic.size, time.monotonic() - start)
    context.close()
    return home, hand


def measure() -> dict[str, list[tuple[Load, Load]]]:
    """Every language some times, each with an empty cache."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            return {locale: [first_hand(browser, server.url, locale) for _ in range(RUNS)] for locale in LOCALES}
        finally:
            browser.close()
            server.stop()


def _row(locale: str, what: str, loads: list[Load]) -> str:
    requests, size, seconds = (statistics.median(each) for each in zip(*loads, strict=True))
    return f"| {locale} | {what} | {requests:.0f} | {size / 1000:.0f} | {seconds:.1f} |"


def report(measured: dict[str, list[tuple[Load, Load]]]) -> str:
    """The figures as Markdown."""
    lines = [
        "# The way to the first hand",
        "",
        f"From an empty cache, on a phone whose processor is {SLOWER} times slower, with",
        f"{BITS / 1e6} Mbit/s and {LATENCY} ms. Throttled by Chromium; medians of {RUNS}. “Play now” is pressed as",
        "soon as it is there, which is harder than reading the home page first. Written by `benchmarks/page.py`.",
        "",
        "| language | until | requests | kB | s |",
        "|---|---|---|---|---|",
    ]
    for locale, runs in measured.items():
        lines += [_row(locale, "the home page", [home for home, _ in runs])]
        lines += [_row(locale, "the first hand", [hand for _, hand in runs])]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if not shutil.which("chromium"):
        sys.exit("The page is NOT MEASURED: Chromium is missing (apt-get install chromium)")
    text = report(measure())
    FILE.write_text(text, encoding="utf-8")
    print(text)
