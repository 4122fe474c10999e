"""A connection to a Ray cluster."""

from __future__ import annotations

import socket
from importlib import import_module
from typing import Any

from okawari.lab.plan import LabError

#: The time limit for a connection, in seconds.
CONNECT_SECONDS = 10.0


class ClusterError(LabError):
    """A Ray cluster that cannot be used."""


class Cluster:
    """A connection to a Ray cluster: that of an address, or without one that of RAY_ADDRESS, or one that starts here.

    A connection that this process has already is used. `ray` is the module of Ray.
    """

    def __init__(self, address: str | None = None) -> None:
        self.ray = _ray()
        self._connected = not self.ray.is_initialized()
        if self._connected:
            self._connect(address)

    def _connect(self, address: str | None) -> None:
        """Connect to a cluster or start one; ClusterError if it does not answer."""
        try:
            _check_reachable(address or "")
            self.ray.init(address=address or None, log_to_driver=False)
        except OSError as problem:
            raise ClusterError("ray-silent", address=address or "RAY_ADDRESS") from problem

    @property
    def cores(self) -> int:
        """The number of cores of the cluster."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def disconnect(self) -> None:
        """End the connection, and the cluster if it started here; a connection that was there before stays."""
        if self._connected:
            self.ray.shutdown()


def _check_reachable(address: str) -> None:
    """Raise OSError if nothing listens at an address: Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()


def _ray() -> Any:
    """The module of Ray; ClusterError if it is not installed."""
    try:
        return import_module("ray")
    except ImportError:
        raise ClusterError("no-ray") from None
