"""What a release promises about itself: changelog and citation have its version, and locked versions are allowed."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import okawari
from tests.support.paths import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
DEPENDENCIES = {
    "play": PROJECT["dependencies"],
    "scale": PROJECT["dependencies"]
    + [part for extra in ("postgres", "redis") for part in PROJECT["optional-dependencies"][extra]],
    "kernels": PYPROJECT["dependency-groups"]["kernels"],
    "dev": PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"],
    "docs": PROJECT["dependencies"] + PROJECT["optional-dependencies"]["docs"],
}


def locked(lock: Path) -> list[Requirement]:
    """The exact versions in a file of `requirements`."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    return [Requirement(line.rstrip("\\ ")) for line in lines if line[:1].isalnum()]


def test_the_changelog_begins_with_this_version() -> None:
    newest = re.search(
        r"^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M
    )
    assert newest and newest[1] == okawari.__version__


def test_the_npm_package_has_this_version() -> None:
    package = json.loads((ROOT / "js" / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == okawari.__version__
    assert "dependencies" not in package


def test_the_citation_is_complete_and_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert set(citation) == {
        "cff-version", "message", "type", "title", "version", "authors", "license", "abstract", "keywords"
    }  # fmt: skip
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == okawari.__version__
    assert citation["license"] == PROJECT["license"]
    assert citation["authors"] == [{"name": "Okawari contributors"}]
    assert len(set(citation["keywords"])) == len(citation["keywords"])


@pytest.mark.parametrize("word", DEPENDENCIES)
def test_locked_versions_are_those_that_the_project_allows(word: str) -> None:
    pins = locked(ROOT / "requirements" / f"{word}.txt")
    for wanted in map(Requirement, DEPENDENCIES[word]):
        if wanted.name == PROJECT["name"]:
            # Its extras are locked by what they bring.
            continue
        versions = [
            str(pin.specifier)[2:] for pin in pins if canonicalize_name(pin.name) == canonicalize_name(wanted.name)
        ]
        assert versions, f"{wanted.name} is missing in {word}.txt: run make lock"
        assert all(version in wanted.specifier for version in versions), f"{wanted} and {versions}: run make lock"


@pytest.mark.parametrize(("part", "whole"), [("play", "scale"), ("scale", "dev")])
def test_playing_serving_and_developing_use_the_same_versions(part: str, whole: str) -> None:
    some, more = (set(map(str, locked(ROOT / "requirements" / f"{word}.txt"))) for word in (part, whole))
    assert {pin.partition(";")[0] for pin in some} <= {pin.partition(";")[0] for pin in more}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_locks_name_no_package_index(lock: Path) -> None:
    assert not re.search(r"://|^--|^-[a-z]", lock.read_text(encoding="utf-8"), re.M)
