"""The metrics of the server for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

#: All metrics of a process, as JSON can hold them: name, help, type, and the samples of each.
Families = list[list[Any]]
_MILLISECONDS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("okawari_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("okawari_sockets", "Open sockets", registry=self.registry)
        self.shards = Gauge("okawari_shards", "Shards of tables that this process leads", registry=self.registry)
        self.thinking = Gauge("okawari_thinking", "Bots and coaches that think or wait to", registry=self.registry)
        self.choices = Counter("okawari_choices", "Choices made", ["by"], registry=self.registry)
        self.refused = Counter("okawari_refused", "Requests refused", ["code"], registry=self.registry)
        self.commits = Histogram(
            "okawari_commit_seconds",
            "Time to a durable commit of a group",
            buckets=[n / 1000 for n in _MILLISECONDS],
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All metrics in the format of Prometheus."""
        return generate_latest(self.registry)

    async def scrape(self) -> bytes:
        """The answer to a request for the metrics: those of this process."""
        return self.text()

    def families(self) -> Families:
        """All metrics, to be sent to another process."""
        return [
            [each.name, each.documentation, each.type, [[*sample[:3]] for sample in each.samples]]
            for each in self.registry.collect()
        ]


def exposition(workers: Mapping[str, Families]) -> bytes:
    """The metrics of several workers in the format of Prometheus: each sample has the label `worker`.

    They are not summed: a sum of counters would fall when a worker is replaced, and Prometheus would take what is left
    for new.
    """
    registry = CollectorRegistry()
    registry.register(_OfWorkers(workers))
    return generate_latest(registry)


class _OfWorkers(Collector):
    """Collects the metrics of several workers."""

    def __init__(self, workers: Mapping[str, Families]) -> None:
        self._workers = workers

    def collect(self) -> Iterator[Metric]:
        """Each metric once, with the samples of all workers."""
        found: dict[str, Metric] = {}
        for worker, families in self._workers.items():
            for name, about, kind, samples in families:
                metric = found.setdefault(name, Metric(name, about, kind))
                for sample, labels, value in samples:
                    metric.add_sample(sample, labels | {"worker": worker}, value)
        yield from found.values()
