"""Pages of results in sections, which are measured apart from each other."""

from __future__ import annotations

HEADING = "\n## "


def with_section(page: str, name: str, text: str) -> str:
    """A page with a section in the place of the one with the same name, or at its end."""
    head, *sections = page.split(HEADING)
    texts = dict(map(_named, sections)) | {name: text}
    return "\n".join([head.rstrip(), *(f"{HEADING}{each}\n\n{texts[each].strip()}" for each in texts)]) + "\n"


def _named(section: str) -> tuple[str, str]:
    name, _, text = section.partition("\n")
    return name, text.strip()
