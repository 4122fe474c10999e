"""The page on a slow phone: what a first visit loads and how long it takes, and a second one without a net.

Also the server's processor time while a game is played on the device, and how long the page does not answer while bots
think.

    python benchmarks/page.py             all of it
    python benchmarks/page.py tasks       only how long the page does not answer; writes nothing

Writes `benchmarks/PAGE.md`. It needs Chromium, and a Linux whose processes can be stopped and continued.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.page_actions import dealt, pick_by_keyboard, play_to_the_end, set_a_table  # noqa: E402
from tests.browser.traffic import Line  # noqa: E402
from tests.support.server_process import ServerProcess  # noqa: E402

#: The phone: how much slower its processor is, its bits in a second, and the seconds of a round trip.
SLOWER, BITS, LATENCY = 4, 1_600_000, 0.15
#: Seconds in which a process of the phone runs once.
PERIOD = 0.01
PHONE = {"width": 360, "height": 740}
LOCALES = ("en-GB", "pl-PL", "is-IS")
RUNS = 5
FILE = ROOT / "benchmarks" / "PAGE.md"
#: Windows of a desk, a tablet and a phone, in which turns against the strongest bots are played.
WINDOWS = ((1440, 900), (820, 1180), (360, 740))
PLAYERS, CARDS, TURNS, GAMES = 4, 8, 5, 3
#: Milliseconds after which people notice that the page does not answer.
LONG = 50
#: Milliseconds that bots may take to answer.
PATIENCE = 30_000
#: Milliseconds in which a hand has come in, and bots go on thinking.
SHOWN = 1500
#: Whether the service worker has stored the page.
STORED = "() => navigator.serviceWorker.ready.then(() => true)"


class Load(NamedTuple):
    """What was loaded up to a moment: the number of requests, their bytes with headers, and the seconds."""

    requests: int
    size: int
    seconds: float


class Task(NamedTuple):
    """What the page did in one go: how long it took, and its processor time, in milliseconds."""

    length: float
    processor: float


class Visit(NamedTuple):
    """A first visit up to the home page and to the first hand; a second one without a net, in seconds."""

    home: Load
    hand: Load
    home_again: float
    hand_again: float


@contextmanager
def slow_processor(times: int) -> Iterator[None]:
    """Slow down all renderers of Chromium, their workers included, which its own throttling leaves out."""
    done = threading.Event()
    slowing = threading.Thread(target=_slow_down, args=(times, done))
    slowing.start()
    yield
    done.set()
    slowing.join()


def _slow_down(times: int, done: threading.Event) -> None:
    while not done.wait(PERIOD / times):
        stopped = _signal(_renderers(), signal.SIGSTOP)
        time.sleep(PERIOD - PERIOD / times)
        _signal(stopped, signal.SIGCONT)


def _renderers() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _is_renderer(entry)]


def _is_renderer(entry: Path) -> bool:
    try:
        return b"--type=renderer" in (entry / "cmdline").read_bytes()
    except OSError:
        return False


def _signal(processes: list[int], number: signal.Signals) -> list[int]:
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            continue
    return processes


def new_context(browser: Browser, locale: str) -> BrowserContext:
    """A phone with an empty cache."""
    return browser.new_context(viewport=PHONE, locale=locale, is_mobile=True, has_touch=True)  # type: ignore[arg-type]


def visit(browser: Browser, server: ServerProcess, locale: str) -> Visit:
    """Open the home page and play at once; then the same again without a net."""
    context = new_context(browser, locale)
    with Line(server.port, BITS, LATENCY) as line:
        page = context.new_page()
        with slow_processor(SLOWER):
            start = time.monotonic()
            page.goto(line.url, wait_until="commit")
            _to_the_home_page(page)
            home = Load(line.requests, line.size, time.monotonic() - start)
            _to_the_hand(page)
            hand = Load(line.requests, line.size, time.monotonic() - start)
        page.goto(line.url)
        page.wait_for_function(STORED)
        page.close()
        url = line.url
    page = context.new_page()
    with slow_processor(SLOWER):
        start = time.monotonic()
        page.goto(url, wait_until="commit")
        _to_the_home_page(page)
        home_again = time.monotonic() - start
        _to_the_hand(page)
        hand_again = time.monotonic() - start
    context.close()
    return Visit(home, hand, home_again, hand_again)


def _to_the_home_page(page: Page) -> None:
    page.locator(".start button.big").wait_for()


def _to_the_hand(page: Page) -> None:
    page.locator(".start button.big").click()
    page.locator(".hand .card").first.wait_for()


def processor_time(process: int) -> float:
    """The seconds of processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def solo_game(browser: Browser, server: ServerProcess) -> tuple[float, float]:
    """The server's processor time in a game on the device, and in as much time without any page.

    From when the service worker has fetched all files, which it begins to do at the first hand.
    """
    context = new_context(browser, "en-GB")
    page = context.new_page()
    page.goto(server.url)
    _to_the_hand(page)
    page.wait_for_function(STORED)
    start, before = time.monotonic(), processor_time(server.pid)
    play_to_the_end(page)
    seconds, played = time.monotonic() - start, processor_time(server.pid) - before
    context.close()
    before = processor_time(server.pid)
    time.sleep(seconds)
    return played, processor_time(server.pid) - before


def tasks(browser: Browser, server: ServerProcess, width: int, height: int) -> list[Task]:
    """What the main thread did in some turns of a table on the device while the strongest bots thought."""
    size = {"width": width, "height": height}
    context = browser.new_context(viewport=size, base_url=server.url, locale="en-GB", service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    set_a_table(page, str(PLAYERS), strong=True)
    dealt(page, CARDS)
    browser.start_tracing(page=page, categories=["__metadata", "disabled-by-default-devtools.timeline"])
    for turn in range(TURNS):
        pick_by_keyboard(page)
        dealt(page, CARDS - 1 - turn)
        page.wait_for_timeout(SHOWN)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    main = [_thread(event) for event in events if event.get("args", {}).get("name") == "CrRendererMain"]
    ran = [event for event in events if event["name"] == "RunTask" and _thread(event) in main and "dur" in event]
    return [Task(event["dur"] / 1000, event.get("tdur", 0) / 1000) for event in ran]


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def tasks_report(browser: Browser, server: ServerProcess) -> str:
    """How long the page did not answer, as Markdown."""
    lines = [
        f"{GAMES} times {TURNS} turns of a table on the device with {PLAYERS - 1} of the strongest bots, in windows of",
        "a desk, a tablet and a phone: what the page does in one go, while it does not answer. Other processes make",
        "that longer; the processor time is its own.",
        "",
        f"| window | longer than {LONG} ms | longest, ms | most processor time, ms |",
        "|---|---|---|---|",
    ]
    for width, height in WINDOWS:
        ran = [task for _ in range(GAMES) for task in tasks(browser, server, width, height)]
        long = sum(task.length > LONG for task in ran)
        longest, most = (max(each) for each in zip(*ran, strict=True))
        lines += [f"| {width} × {height} | {long} | {longest:.0f} | {most:.0f} |"]
    return "\n".join(lines) + "\n"


def report(visits: dict[str, list[Visit]], game: float, idle: float) -> str:
    """The figures as Markdown."""
    lines = [
        "# The page on a slow phone",
        "",
        f"A phone whose processor is {SLOWER} times slower (the browser's processes that run pages and workers",
        f"are stopped for {1 - 1 / SLOWER:.0%} of the time), with {BITS / 1e6} Mbit/s and {1000 * LATENCY:.0f} ms;",
        f"medians of {RUNS}. “Play now” is pressed as soon as it is there, which is harder than reading the home page",
        "first. The game is on the device, so the engine is among what is loaded. Written by `benchmarks/page.py`.",
        "",
        "| language | from an empty cache until | requests | kB | s |",
        "|---|---|---|---|---|",
    ]
    for locale, runs in visits.items():
        lines += [_row(locale, "the home page", [run.home for run in runs])]
        lines += [_row(locale, "the first hand", [run.hand for run in runs])]
    lines += ["", "| language | second visit, without a net, until | s |", "|---|---|---|"]
    for locale, runs in visits.items():
        lines += [f"| {locale} | the home page | {statistics.median(run.home_again for run in runs):.2f} |"]
        lines += [f"| {locale} | the first hand | {statistics.median(run.hand_again for run in runs):.2f} |"]
    lines += [
        "",
        f"The server's processor time while a whole game is played on the device: {1000 * game:.0f} ms;",
        f"in as much time with no page open: {1000 * idle:.0f} ms.",
    ]
    return "\n".join(lines) + "\n"


def _row(locale: str, what: str, loads: list[Load]) -> str:
    requests, size, seconds = (statistics.median(each) for each in zip(*loads, strict=True))
    return f"| {locale} | {what} | {requests:.0f} | {size / 1000:.0f} | {seconds:.1f} |"


@contextmanager
def running() -> Iterator[tuple[Browser, ServerProcess]]:
    """A browser, and a server with an empty database."""
    expect.set_options(timeout=PATIENCE)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()


def measure() -> str:
    """Measure everything, and give the report."""
    with running() as (browser, server):
        answering = tasks_report(browser, server)
        visits = {locale: [visit(browser, server, locale) for _ in range(RUNS)] for locale in LOCALES}
        return report(visits, *solo_game(browser, server)) + "\n## While bots think\n\n" + answering


if __name__ == "__main__":
    if not shutil.which("chromium"):
        sys.exit("The page is NOT MEASURED: Chromium is missing (apt-get install chromium)")
    if sys.argv[1:] == ["tasks"]:
        with running() as at:
            print(tasks_report(*at))
        sys.exit()
    text = measure()
    FILE.write_text(text, encoding="utf-8")
    print(text)
