"""A server and two people, Ann and Bob, for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.server_thread import Browser, ServerThread, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ann(server: ServerThread) -> Iterator[Browser]:
    browser = server.browser("Ann")
    yield browser
    browser.close()


@pytest.fixture
def bob(server: ServerThread) -> Iterator[Browser]:
    browser = server.browser("Bob")
    yield browser
    browser.close()
