"""Patches: the differences between two states of a table as JSON.

A patch maps paths to new values. A path such as `seats/2/online` leads to a field of an object or to an item of a list;
the number after the last item appends one.
"""

from __future__ import annotations

from typing import Any

Patch = dict[str, Any]


def difference(before: dict[str, Any], after: dict[str, Any]) -> Patch:
    """The patch that turns one object into the other; both have the same fields.

    >>> difference({"turn": 1, "plates": [["egg"], []]}, {"turn": 2, "plates": [["egg", "maki1"], []]})
    {'turn': 2, 'plates/0/1': 'maki1'}
    """
    patch: Patch = {}
    for field, value in after.items():
        if before[field] != value:
            _add(patch, field, before[field], value)
    return patch


def _add(patch: Patch, path: str, before: Any, after: Any) -> None:
    """Add a value that has changed: only the parts of it that have, if that is shorter."""
    changed = _changed_keys(before, after)
    if changed is None or not before or (2 * len(changed) > len(after) and not _is_nested(after)):
        patch[path] = after
        return
    for key in changed:
        if key in before if isinstance(before, dict) else key < len(before):
            _add(patch, f"{path}/{key}", before[key], after[key])
        else:
            patch[f"{path}/{key}"] = after[key]


def _changed_keys(before: Any, after: Any) -> list[Any] | None:
    """The keys or numbers of the items that are new or have changed; None if an item is gone."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() <= after.keys():
        return [key for key in after if key not in before or before[key] != after[key]]
    if isinstance(before, list) and isinstance(after, list) and len(before) <= len(after):
        return [place for place, item in enumerate(after) if place >= len(before) or before[place] != item]
    return None


def _is_nested(container: dict[str, Any] | list[Any]) -> bool:
    items = container.values() if isinstance(container, dict) else container
    return any(isinstance(item, dict | list) for item in items)
