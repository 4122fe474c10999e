"""`okawari think`: bots think in a process of their own, and in the server again when that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.server.storage.leases import SHARDS
from tests.support.databases import ON_BOTH, database_url
from tests.support.server_process import ServerProcess, ThinkerProcess
from tests.support.server_thread import Browser, until

pytestmark = [
    ON_BOTH[0],
    pytest.mark.parametrize("database", ["postgresql"], indirect=True, scope="module"),
]
REFUSALS = {"en": "needs PostgreSQL", "pl": "wymaga PostgreSQL", "is": "þarf PostgreSQL"}


def metric(process: ServerProcess, name: str) -> float:
    """A metric of a process; 0 if it has none."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", httpx2.get(f"{process.url}/metrics").text, re.M)
    return float(found[1]) if found else 0.0


BY_BOTS = 'okawari_choices_total{by="bot"}'


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def thinker(server: ServerProcess) -> Iterator[ServerProcess]:
    running = ThinkerProcess(server.data)
    running.start()
    yield running
    running.stop()


@pytest.mark.slow
def test_bots_think_elsewhere_and_here_again_when_that_was_killed(
    server: ServerProcess, thinker: ThinkerProcess
) -> None:
    until(lambda: metric(thinker, "okawari_shards") == SHARDS)
    ann = Browser(server, "Ann")
    wire = ann.visit(ann.set_table("you", "pip", "hana", start=True))
    wire.play_on(turns=3)
    wire.until(lambda: wire.game["number"] == 4)
    assert metric(thinker, BY_BOTS) >= 6 and metric(server, BY_BOTS) == 0
    assert httpx2.get(f"{thinker.url}/healthz").text == "ok\n"
    assert httpx2.get(f"{thinker.url}/").status_code == 404, "it serves no players"
    thinker.kill()
    wire.play_on(turns=2)
    wire.until(lambda: wire.game["number"] == 6)
    assert metric(server, BY_BOTS) >= 2
    ann.close()


@pytest.mark.slow
def test_a_thinker_that_the_servers_would_not_hear_does_not_start(server: ServerProcess, tmp_path: Path) -> None:
    """It would take the bots from the servers, and never learn which of them are to move."""
    url = database_url(server.data)
    assert url
    stranger = ThinkerProcess(tmp_path / "elsewhere", OKAWARI_DATABASE=url)
    code, said = stranger.fail_to_start()
    assert code == 1 and "another secret or another bus" in said and len(said.splitlines()) == 1
    ann = Browser(server, "Ann")
    wire = ann.visit(ann.set_table("you", "pip", start=True))
    wire.play_on(turns=1)
    wire.until(lambda: wire.game["number"] == 2)
    ann.close()


@pytest.mark.parametrize("lang", REFUSALS)
def test_a_thinker_needs_a_database_of_several_processes(tmp_path: Path, lang: str) -> None:
    done = CliRunner().invoke(app, ["think", "--data", str(tmp_path)], env={"LC_ALL": f"{lang}.UTF-8"})
    assert done.exit_code == 2 and REFUSALS[lang] in done.stderr
