"""The promise about a deal: the seed follows from a secret of the server and from a nonce of each seat.

The server shows the hash of its secret (the commitment) before the first player sits down, so it cannot choose the
secret later. The seats add their nonces after that, so it could not choose the deal earlier either. The record of a
finished game has the secret and the nonces, so that the promise can be verified.
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
    """The commitment to a secret, which is shown before the game: its SHA-256 in hexadecimal."""
    return sha256(secret).hexdigest()


def deal_seed(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The seed of a deal, from the secret and the nonces in the order of the seats; the nonce of a bot is empty.

    >>> deal_seed(bytes(32), ["00" * 16, ""]).hex()[:16]
    '2d60444122e9d121'
    """
    return sha256(b"okawari deal 1|" + secret + b"|" + "|".join(nonces).encode()).digest()


@dataclass(frozen=True)
class Promise:
    """The commitment to a deal, and the secret and nonces that verify it, all in hexadecimal."""

    commitment: str
    secret: str
    nonces: tuple[str, ...]

    def holds(self, seed: str | None) -> bool:
        """Whether the commitment is that of the secret, and the seed follows from secret and nonces."""
        if not _SECRET.fullmatch(self.secret):
            return False
        secret = bytes.fromhex(self.secret)
        return commitment_of(secret) == self.commitment and deal_seed(secret, self.nonces).hex() == seed

    def to_json(self) -> dict[str, Any]:
        """The promise as a dictionary, as in records."""
        return {"commitment": self.commitment, "secret": self.secret, "nonces": list(self.nonces)}

    @classmethod
    def from_json(cls, data: Any) -> Promise:
        """Read a promise from a dictionary; `TypeError` or `KeyError` if it is not one."""
        commitment, secret, nonces = data["commitment"], data["secret"], data["nonces"]
        if not isinstance(nonces, list) or not all(isinstance(text, str) for text in (commitment, secret, *nonces)):
            raise TypeError("fairness must hold texts")
        return cls(commitment, secret, tuple(nonces))
