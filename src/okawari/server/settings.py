"""The settings of a server: its data folder, its secret, its address, and its durations."""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

HOUR, DAY = 3600.0, 86400.0
SECRET_BYTES = 32


@dataclass(frozen=True)
class Durations:
    """Durations of the server, in seconds."""

    #: The time for a turn under each clock.
    clocks: dict[str, float] = field(default_factory=lambda: {"relaxed": 90.0, "quick": 25.0})
    #: How long a seat waits for a player who has disconnected, before a bot plays it.
    grace: float = 60.0
    #: The least and the most time before a bot's move, which people would not notice if it came at once.
    bot_pause: tuple[float, float] = (0.3, 0.9)
    #: How long the page shows a turn in which all choose at once, and what one player does where they take turns.
    #: Clocks start after it, and a bot whose turn it is waits for it.
    turn_shown: float = 2.0
    move_shown: float = 1.2
    #: The time of the coach for a hint.
    hint: float = 1.0
    #: How long a short code and a one-time link are valid.
    code: float = HOUR
    move_link: float = 600.0
    #: How long a table is stored after its last change, by its phase.
    lobby: float = DAY
    unfinished: float = 30 * DAY
    finished: float = 180 * DAY
    rehearsal: float = 7 * DAY
    #: How long a shared record is stored after it was last opened.
    shared: float = 180 * DAY
    #: For how long servers must run between finding something expired and deleting it: the clock may have been wrong.
    second_look: float = DAY
    #: How long a table stays in memory when nobody is connected.
    idle: float = 300.0


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    data: Path
    secret: bytes
    #: The public address of the server, such as https://sushi.example; None if it is not known.
    public_url: str | None = None
    durations: Durations = Durations()
    #: Whether rates and connections are limited; tests with many players switch it off.
    limited: bool = True
    #: Worker threads for bots that search.
    bot_threads: int = max(1, (os.cpu_count() or 2) - 1)
    #: The addresses of proxies whose X-Forwarded-For is believed, as uvicorn reads them.
    proxies: str = "127.0.0.1"
    #: The address of what carries news between processes, with its password; None with one process.
    bus: str | None = field(default=None, repr=False)
    #: The bearer token for /metrics; None: only requests from this machine are answered.
    metrics_token: str | None = None
    #: The address of the database, if it is not in the data folder; it may hold a password.
    database_url: str | None = field(default=None, repr=False)

    @property
    def secure(self) -> bool:
        """Whether the public address is https, so that cookies are sent over TLS only."""
        return (self.public_url or "").startswith("https://")

    @property
    def database(self) -> Path:
        """The file of the database, unless it has an address."""
        return self.data / "okawari.db"


def data_home() -> Path:
    """The default data folder of a server."""
    if named := os.environ.get("OKAWARI_DATA"):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "okawari"


def durations_from_environment() -> Durations:
    """The default durations; $OKAWARI_BOT_PAUSE, if set, is how many seconds a bot waits before it moves."""
    pause = os.environ.get("OKAWARI_BOT_PAUSE")
    return Durations(bot_pause=(float(pause), float(pause)), move_shown=0.0) if pause else Durations()


def read_secret(file: Path) -> bytes:
    """The secret that signs cookies, read from a file; a missing file is created, readable by its owner only."""
    if not file.exists():
        _draw_secret(file)
    secret = bytes.fromhex(file.read_text(encoding="ascii").strip())
    if len(secret) < SECRET_BYTES:
        raise ValueError(f"{file} holds fewer than {SECRET_BYTES} bytes")
    return secret


def _draw_secret(file: Path) -> None:
    """Write a random secret into a new file, atomically; an existing file is not overwritten."""
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
