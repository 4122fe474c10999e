"""The promise about a deal: a secret that is kept behind its hash until the end, mixed with everybody's own chance.

Whoever runs the table shows the commitment before anybody sits down, so that it cannot choose the deal later; each
seat adds a nonce after that, so that it could not choose the deal earlier either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

SECRET_BYTES = 32
_SECRET = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")


def commitment_of(secret: bytes) -> str:
    """What is shown of a secret before the game."""
    return sha256(secret).hexdigest()


def deal_seed(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The seed that a secret and the nonces of all seats give, in the order of the seats; a bot's is empty.

    >>> deal_seed(bytes(32), ["00" * 16, ""]).hex()[:16]
    '2d60444122e9d121'
    """
    return sha256(b"okawari deal 1|" + secret + b"|" + "|".join(nonces).encode()).digest()


@dataclass(frozen=True)
class Promise:
    """What was promised about a deal, and what opens it: all in hexadecimal, as records have it."""

    commitment: str
    secret: str
    nonces: tuple[str, ...]

    def holds(self, seed: str | None) -> bool:
        """Whether the secret is the one that was promised, and the seed follows from it."""
        if not _SECRET.fullmatch(self.secret):
            return False
        secret = bytes.fromhex(self.secret)
        return commitment_of(secret) == self.commitment and deal_seed(secret, self.nonces).hex() == seed

    def to_json(self) -> dict[str, Any]:
        """The promise as records have it."""
        return {"commitment": self.commitment, "secret": self.secret, "nonces": list(self.nonces)}

    @classmethod
    def from_json(cls, data: Any) -> Promise:
        """Read a promise; `TypeError` or `KeyError` where it is none."""
        commitment, secret, nonces = data["commitment"], data["secret"], data["nonces"]
        if not isinstance(nonces, list) or not all(isinstance(text, str) for text in (commitment, secret, *nonces)):
            raise TypeError("fairness must hold texts")
        return cls(commitment, secret, tuple(nonces))
