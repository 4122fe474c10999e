"""The files in `deploy` name only what exists: options, variables, paths and metrics of the server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from okawari.cli.app import COMMANDS
from okawari.cli.help import LazyCommand
from okawari.server.http.metrics import router
from okawari.server.runtime.metrics import Metrics
from tests.support.paths import DOCS, ROOT

DEPLOY = ROOT / "deploy"
KUBERNETES = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
#: What PromQL calls a metric, with the labels in braces behind it.
_METRIC = re.compile(r"\b(okawari_\w+)")
_GROUPED = re.compile(r"\bby ?\(([^)]*)\)")
#: Labels that Prometheus adds to everything that it scrapes.
_SCRAPED = {"instance", "job"}


@cache
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def servers() -> dict[str, Any]:
    """The services that are servers of Okawari."""
    return {name: service for name, service in compose()["services"].items() if name in ("one", "two")}


def environment(service: Any) -> dict[str, str]:
    return service.get("environment", {})


def manifests() -> Iterator[Any]:
    for file in KUBERNETES:
        yield from yaml.safe_load_all(file.read_text(encoding="utf-8"))


def manifest(kind: str, name: str = "okawari") -> Any:
    (found,) = (one for one in manifests() if one["kind"] == kind and one["metadata"]["name"] == name)
    return found


def container(name: str = "okawari") -> Any:
    (only,) = manifest("Deployment", name)["spec"]["template"]["spec"]["containers"]
    return only


def parse(command: str, arguments: list[str]) -> dict[str, Any]:
    """What a command of `okawari` understands by arguments; an option that it does not know fails."""
    (entry,) = (entry for entry in COMMANDS if entry.name == command)
    return LazyCommand(entry).load().make_context(command, [*arguments]).params


def test_compose_has_two_equal_servers_and_what_they_need() -> None:
    assert set(compose()["services"]) == {"one", "two", "thinker", "postgres", "valkey", "caddy"}
    one, two = servers().values()
    assert one == two
    assert set(one["depends_on"]) == {"postgres", "valkey"}
    for service in compose()["services"].values():
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0] == "CMD"
        assert set(service["networks"]) <= set(compose()["networks"])


def test_only_the_proxy_of_compose_can_be_reached_and_it_reaches_no_database() -> None:
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert compose()["networks"]["back"]["internal"] is True
    assert services["caddy"]["networks"] == ["front"]
    assert services["postgres"]["networks"] == services["valkey"]["networks"] == ["back"]


def test_volumes_and_secrets_of_compose_are_declared() -> None:
    services = compose()["services"].values()
    mounted = [volume.partition(":") for service in services for volume in service.get("volumes", [])]
    assert {source for source, _, _ in mounted if not source.startswith(".")} == set(compose()["volumes"])
    assert all((DEPLOY / source).is_file() for source, _, _ in mounted if source.startswith("."))
    assert {secret for service in services for secret in service.get("secrets", [])} == set(compose()["secrets"])


@pytest.mark.parametrize("name", ["one", "two"])
def test_the_server_understands_its_command_in_compose(name: str) -> None:
    understood = parse("serve", servers()[name]["command"])
    (secret,) = servers()[name]["secrets"]
    assert understood["secret_file"].as_posix() == f"/run/secrets/{secret}"
    assert understood["public_url"].startswith("https://")


def test_the_thinker_of_compose_thinks_for_the_servers() -> None:
    thinker, server = compose()["services"]["thinker"], servers()["one"]
    words = [*thinker["entrypoint"], *thinker["command"]]
    assert words[:2] == ["okawari", "think"]
    assert parse("think", words[2:])["secret_file"] == parse("serve", server["command"])["secret_file"]
    assert environment(thinker).items() <= environment(server).items()
    assert thinker["healthcheck"] == server["healthcheck"] and thinker["secrets"] == server["secrets"]


def test_the_example_of_variables_has_all_that_compose_takes_and_no_other() -> None:
    example = (DEPLOY / "example.env").read_text(encoding="utf-8")
    taken = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert set(re.findall(r"^(\w+)=", example, re.M)) == taken


def test_the_proxy_of_compose_knows_all_servers_and_gets_its_variables() -> None:
    caddyfile = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert set(re.findall(r"\{\$(\w+)\}", caddyfile)) == set(environment(compose()["services"]["caddy"]))
    for proxy in re.findall(r"reverse_proxy (?!@)(.*) \{", caddyfile):
        assert proxy.split() == [f"{name}:8000" for name in servers()]
    assert re.findall(r"health_uri (\S+)", caddyfile) == ["/healthz"]
    # In a block of its own: Caddy sorts `handle` before `respond`, which would never be reached.
    assert re.search(r"handle /metrics \{\s+respond 403\s+\}", caddyfile)


def test_every_manifest_says_what_it_is() -> None:
    assert [one["kind"] for one in manifests()] == [
        "Ingress", "Deployment", "Service", "PodDisruptionBudget", "Deployment", "NetworkPolicy", "NetworkPolicy",
        "Secret",
    ]  # fmt: skip
    for one in manifests():
        assert one["apiVersion"]
        assert one["metadata"]["name"] in ("okawari", "okawari-thinker")


def test_manifests_select_the_pods_of_the_deployment() -> None:
    deployment = manifest("Deployment")["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == labels
    assert manifest("Service")["spec"]["selector"] == labels
    assert manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    assert manifest("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == labels


def test_thinkers_in_kubernetes_think_for_the_servers_and_get_no_players() -> None:
    thinker, server = container("okawari-thinker"), container()
    words = [*thinker["command"], *thinker["args"]]
    assert words[:2] == ["okawari", "think"]
    understood = parse("think", words[2:])
    assert understood["secret_file"] == parse("serve", server["args"])["secret_file"]
    assert understood["port"] == thinker["ports"][0]["containerPort"]
    assert all(variable in server["env"] for variable in thinker["env"])
    assert thinker["image"] == server["image"]
    deployment = manifest("Deployment", "okawari-thinker")["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == labels
    assert manifest("NetworkPolicy", "okawari-thinker")["spec"]["podSelector"]["matchLabels"] == labels
    assert manifest("Service")["spec"]["selector"] != labels


def test_a_rolling_update_waits_for_the_new_server_and_gives_the_old_one_time() -> None:
    deployment = manifest("Deployment")["spec"]
    assert deployment["replicas"] == 2
    assert deployment["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    command, seconds = container()["lifecycle"]["preStop"]["exec"]["command"]
    assert command == "sleep"
    # The server itself takes up to ten: see `timeout_graceful_shutdown`.
    assert deployment["template"]["spec"]["terminationGracePeriodSeconds"] >= int(seconds) + 10


def test_probes_ask_for_paths_of_the_server() -> None:
    routes = {getattr(route, "path", None) for route in router.routes} | {"/"}
    (port,) = container()["ports"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        get = container()[probe]["httpGet"]
        assert get["path"] in routes
        assert get["port"] == port["name"] == manifest("Service")["spec"]["ports"][0]["targetPort"]


def test_the_server_understands_its_arguments_in_kubernetes() -> None:
    understood = parse("serve", container()["args"])
    mounts = {mount["name"]: mount["mountPath"] for mount in container()["volumeMounts"]}
    (host,) = manifest("Ingress")["spec"]["tls"][0]["hosts"]
    assert understood["secret_file"].parent.as_posix() == mounts["cookies"]
    assert understood["public_url"] == f"https://{host}" == f"https://{manifest('Ingress')['spec']['rules'][0]['host']}"


def test_the_example_secret_has_every_key_that_the_deployment_takes() -> None:
    taken = [variable["valueFrom"]["secretKeyRef"]["key"] for variable in container()["env"] if "valueFrom" in variable]
    volumes = manifest("Deployment")["spec"]["template"]["spec"]["volumes"]
    taken += [item["key"] for volume in volumes for item in volume.get("secret", {}).get("items", [])]
    assert sorted(taken) == sorted(manifest("Secret")["stringData"])


def test_variables_are_those_that_the_server_reads() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src" / "okawari").rglob("*.py"))
    known = set(re.findall(r'"(OKAWARI_[A-Z_]+)"', sources))
    files = [file for file in DEPLOY.rglob("*") if file.is_file()] + [DOCS / "deploy.md"]
    named = {name for file in files for name in re.findall(r"\bOKAWARI_[A-Z_]+", file.read_text(encoding="utf-8"))}
    assert {"OKAWARI_DATABASE", "OKAWARI_BUS", "OKAWARI_METRICS_TOKEN"} <= named <= known


def exported() -> dict[str, set[str]]:
    """The names of all metrics of the server, as Prometheus reads them, with their labels."""
    metrics = Metrics()
    metrics.choices.labels("person").inc()
    metrics.refused.labels("stale").inc()
    families = text_string_to_metric_families(generate_latest(metrics.registry).decode())
    return {sample.name: set(sample.labels) for family in families for sample in family.samples}


def queries() -> list[str]:
    dashboard = json.loads((DEPLOY / "grafana" / "okawari.json").read_text(encoding="utf-8"))
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    known = exported()
    shown = {name for query in queries() for name in _METRIC.findall(query)}
    assert shown <= set(known)
    families = {re.sub("_(total|bucket|sum|count|created)$", "", name) for name in known}
    assert {re.sub("_(total|bucket|sum|count)$", "", name) for name in shown} == families


def test_the_dashboard_groups_by_labels_that_its_metrics_have() -> None:
    known = exported()
    for query in queries():
        (name,) = set(_METRIC.findall(query))
        grouped = {label.strip() for labels in _GROUPED.findall(query) for label in labels.split(",")}
        assert grouped <= known[name] | _SCRAPED, query


def test_panels_of_the_dashboard_have_names_and_places_of_their_own() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "okawari.json").read_text(encoding="utf-8"))
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    assert len({panel["title"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    places = [
        (x, y)
        for panel in dashboard["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(places)) == len(places)
