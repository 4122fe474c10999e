"""Shared records: finished games that were played elsewhere, and got a link here."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

from okawari.game import Record
from okawari.server.play.errors import Refusal

#: The ids of shared records begin with it, and those of tables do not.
PREFIX = "r-"
#: The most bytes of a shared record. That of any real game has fewer.
MOST_BYTES = 20_000
_ID_BYTES = 12


@dataclass(frozen=True)
class SharedRecord:
    """A shared record as it is stored."""

    id: str
    #: The secret id of the person who shared it.
    person: str
    #: The record as JSON.
    text: str

    @property
    def record(self) -> Record:
        """The record."""
        return Record.from_json(json.loads(self.text))


def share(record: Record, person: str) -> SharedRecord:
    """A record to be stored; refused if it is too long. Its id follows from all that is in it, names included."""
    text = json.dumps(record.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    content = text.encode()
    if len(content) > MOST_BYTES:
        raise Refusal("too-large", 413, most=MOST_BYTES)
    name = urlsafe_b64encode(sha256(content).digest()[:_ID_BYTES]).decode()
    return SharedRecord(PREFIX + name, person, text)
