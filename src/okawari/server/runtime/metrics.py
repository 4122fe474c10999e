"""The metrics of the server for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_MILLISECONDS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("okawari_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("okawari_sockets", "Open sockets", registry=self.registry)
        self.thinking = Gauge("okawari_thinking", "Bots and coaches that think or wait to", registry=self.registry)
        self.choices = Counter("okawari_choices", "Choices made", ["by"], registry=self.registry)
        self.refused = Counter("okawari_refused", "Requests refused", ["code"], registry=self.registry)
        self.commits = Histogram(
            "okawari_commit_seconds",
            "Time to a durable commit of a group",
            buckets=[n / 1000 for n in _MILLISECONDS],
            registry=self.registry,
        )
