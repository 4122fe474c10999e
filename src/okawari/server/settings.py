"""How this server is run: where its data lies, how it is reached, and how patient it is."""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

HOUR, DAY = 3600.0, 86400.0
SECRET_BYTES = 32


@dataclass(frozen=True)
class Patience:
    """How long things last, in seconds."""

    #: A decision under each clock.
    clocks: dict[str, float] = field(default_factory=lambda: {"relaxed": 90.0, "quick": 25.0})
    #: How long a seat waits for somebody who has left, before a bot minds it.
    grace: float = 60.0
    #: A bot does not answer at once: people want to see that it thought.
    bot_pause: tuple[float, float] = (0.3, 0.9)
    #: How long the coach thinks about a hint.
    hint: float = 1.0
    code: float = HOUR
    move_link: float = 600.0
    #: How long a table stays after the last thing that happened there.
    lobby: float = DAY
    unfinished: float = 30 * DAY
    finished: float = 180 * DAY
    #: How long servers must have run after a table was found too old before it is deleted: a clock may be wrong.
    second_look: float = DAY
    #: How long a table stays in memory when nobody is there.
    idle: float = 300.0


@dataclass(frozen=True)
class Settings:
    """Everything that whoever runs the server decides."""

    data: Path
    secret: bytes
    #: The address under which people reach the server, such as https://sushi.example; None if it is not known.
    public_url: str | None = None
    patience: Patience = Patience()
    #: Whether rates are limited: not where a thousand players are one test.
    limited: bool = True
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    #: The addresses of proxies whose X-Forwarded-For is believed, as uvicorn reads them.
    proxies: str = "127.0.0.1"
    #: What whoever asks for the metrics must show; None: only those on this machine are answered.
    metrics_token: str | None = None

    @property
    def secure(self) -> bool:
        """Whether people come over TLS, so that cookies need never travel without it."""
        return (self.public_url or "").startswith("https://")

    @property
    def database(self) -> Path:
        """Where the log lies."""
        return self.data / "okawari.db"


def data_home() -> Path:
    """Where a server keeps its data if nobody says otherwise."""
    if named := os.environ.get("OKAWARI_DATA"):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "okawari"


def usual_patience() -> Patience:
    """The patience of a server; OKAWARI_BOT_PAUSE is how many seconds a bot waits before it moves, if it is set."""
    pause = os.environ.get("OKAWARI_BOT_PAUSE")
    return Patience(bot_pause=(float(pause), float(pause))) if pause else Patience()


def read_secret(file: Path) -> bytes:
    """The secret under which cookies are signed; drawn at the first start, and readable by its owner only."""
    if not file.exists():
        _draw_secret(file)
    secret = bytes.fromhex(file.read_text(encoding="ascii").strip())
    if len(secret) < SECRET_BYTES:
        raise ValueError(f"{file} holds fewer than {SECRET_BYTES} bytes")
    return secret


def _draw_secret(file: Path) -> None:
    """Write a new secret: wholly or not at all, whenever the server is stopped, and never over another one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secrets.token_bytes(SECRET_BYTES).hex() + "\n")
        out.flush()
        os.fsync(out.fileno())
    with contextlib.suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
