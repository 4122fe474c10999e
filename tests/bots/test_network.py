"""Bots that play by a network: legal moves, the same for the same seed, and files that say what is wrong with them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import okawari
from okawari import bots
from okawari.bots.network import NetworkBot, code_of, fitting, layers_for, shipped_networks
from okawari.bots.network_file import NetworkError, NetworkFile
from okawari.bots.network_kernels import NETWORK_KERNELS, NO_MOVE
from okawari.encoding import Encoding
from okawari.game import Game, Setting
from okawari.rules import roll
from tests.cli.commands import run_command

#: A setting of every table kind, of all that has cells of its own, and with more players.
SETTINGS = [
    Setting.of("sushi-go-first", 2),
    Setting.of("sushi-go-first", 5),
    Setting.of("sushi-go-2014", 2, variant="dummy"),
    Setting.of("sushi-go-anniversary", 4, "mochi"),
    Setting.of("sushi-go-anniversary", 2, "tea", "piles"),
    Setting.of("sushi-go-anniversary", 2, "tea", "battle"),
    *(Setting.of("sushi-roll", seats) for seats in (2, 3, 4, 5)),
]
FIRST = SETTINGS[0]
DICE = [setting for setting in SETTINGS if setting.menu == "sushi-roll"]


def name(setting: Setting) -> str:
    return "-".join(str(word) for word in (setting.menu, setting.seats, setting.dessert, setting.variant) if word)


def random_network(*settings: Setting, width: int = 16, seed: int = 1) -> NetworkFile:
    rng, encoding = np.random.default_rng(seed), Encoding.of(settings[-1])
    inputs, outputs = len(encoding.inputs), len(encoding.outputs)
    shapes = {"first": (inputs, width), "second": (width, width), "policy": (width, outputs), "value": (width,)}
    biases = {"first_bias": (width,), "second_bias": (width,), "policy_bias": (outputs,), "value_bias": (1,)}
    weights = {what: rng.normal(0, 0.3, shape).astype(np.float16) for what, shape in (shapes | biases).items()}
    return NetworkFile(settings, weights, {"steps": 0})


def bot_of(network: NetworkFile, folder: Path, seed: int = 1) -> bots.Bot:
    file = folder / "network.okawari"
    file.write_bytes(network.to_bytes())
    return bots.make(f"net:file={file}", seed)


def positions(setting: Setting, games: int = 1) -> Iterator[tuple[Game, int]]:
    """Every decision of games with random moves."""
    for seed in range(games):
        game = Game(setting, seed)
        players = [bots.make("random", seed=10 * seed + seat) for seat in range(setting.seats)]
        while not game.over:
            for seat in game.to_move:
                yield game, seat
            for seat in game.to_move:
                game.choose(seat, players[seat].choose(game.view(seat)))


def played(setting: Setting, players: list[bots.Bot]) -> Game:
    game = Game(setting, 5)
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, players[seat].choose(game.view(seat)))
    return game


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_it_plays_whole_games_and_the_same_with_the_same_seed(setting: Setting, tmp_path: Path) -> None:
    network = random_network(setting)
    one, again = (played(setting, [bot_of(network, tmp_path, seat) for seat in range(setting.seats)]) for _ in range(2))
    assert one.record.to_json() == again.record.to_json()


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_it_prefers_what_plain_arithmetic_prefers(setting: Setting) -> None:
    """Beside the kernel: NumPy, in 64 bits, with the cells that environments observe."""
    from okawari.envs.observation import observe

    network = random_network(setting)
    code, layers = code_of(setting), layers_for(setting, network)
    for game, seat in positions(setting):
        table = game.view(seat).imagine(1)
        cells, _, mask = observe(setting, table, seat)
        wanted, value = plain(network, cells)
        preferences, legal = np.zeros(len(mask), np.float32), np.zeros(len(mask), np.int8)
        got = NETWORK_KERNELS[setting.table_kind].evaluate(table, seat, NO_MOVE, code, layers, preferences, legal)
        assert legal.tolist() == mask.tolist()
        np.testing.assert_allclose(preferences, wanted, atol=1e-4)
        assert got == pytest.approx(value, abs=1e-4)


def plain(network: NetworkFile, cells: Any) -> tuple[Any, float]:
    weights = {what: values.astype(np.float64) for what, values in network.weights.items()}
    encoding = network.encoding
    dice = encoding.setting.table_kind == "roll"
    centre, factor = encoding.input_scales
    units = (np.array(inputs_from(encoding, cells) if dice else cells) - centre.astype(np.float64)) * factor
    for layer in ("first", "second"):
        units = np.maximum(0, units @ weights[layer] + weights[f"{layer}_bias"])
    value = units @ weights["value"] + weights["value_bias"][0]
    outputs = units @ weights["policy"] + weights["policy_bias"]
    return preferences_from(encoding, cells, outputs) if dice else outputs, float(value)


def inputs_from(encoding: Encoding, cells: Any) -> list[int]:
    """The inputs of a network for dice, by their names: sums over the places of a belt, and which are large enough."""
    sums: dict[str, int] = {}
    for name, value in zip(encoding.cells, cells.tolist(), strict=True):
        sums[_without_place(name)] = sums.get(_without_place(name), 0) + value
    marks = (name.partition(" at least ") for name in encoding.inputs[len(sums) :])
    marked = ((block, *rest.split("/")) for block, _, rest in marks)
    return [*sums.values(), *(sums[f"{block}/{word}"] >= int(least) for block, least, word in marked)]


def _without_place(name: str) -> str:
    return re.sub(r" \d+/", "/", name)


def preferences_from(encoding: Encoding, cells: Any, outputs: Any) -> list[float]:
    """The preference for each action by a network for dice, from the names of actions and outputs."""
    faces = {}
    for name in (name for name, value in zip(encoding.cells, cells, strict=True) if value):
        if found := re.fullmatch(r"(\w+) face (\d)/(\w+)", name):
            seat, place, face = found.groups()
            faces[seat, place] = face
    values = dict(zip(encoding.outputs, outputs, strict=True))

    def worth(seat: str, use: str, place: str) -> float:
        return float(values[f"{seat} {use}/{faces[seat, place]}"]) if (seat, place) in faces else 0.0

    def preference(action: str) -> float:
        what, places = re.fullmatch(r"(keep|reroll|swap|wait)(.*)", action).groups()  # type: ignore[union-attr]
        if what == "keep":
            return worth("own", "keep", places)
        if what == "reroll":
            return values["any reroll"] + sum(worth("own", "reroll", place) for place in places)
        if what == "swap":
            own, seat, place = places.split(":")
            return values["any swap"] + worth("own", "give", own) + worth(seat, "take", place)
        return 0.0

    return [preference(action) for action in encoding.actions]


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_it_plays_what_it_prefers(setting: Setting, tmp_path: Path) -> None:
    network = random_network(setting)
    bot, code, layers = bot_of(network, tmp_path), code_of(setting), layers_for(setting, network)
    encoding = Encoding.of(setting)
    for game, seat in positions(setting):
        view = game.view(seat)
        preferences, legal = np.zeros(len(encoding.actions), np.float32), np.zeros(len(encoding.actions), np.int8)
        NETWORK_KERNELS[setting.table_kind].evaluate(view.imagine(2), seat, NO_MOVE, code, layers, preferences, legal)
        allowed = np.where(legal, preferences, -np.inf)
        moves = [view.notation.move(int(encoding.move_of[seat, action])) for action in _largest(allowed)]
        chosen = bot.choose(view)
        assert chosen in view.moves
        assert any(str(chosen).startswith(str(move)) for move in moves)


def _largest(numbers: Any) -> list[int]:
    """Where the largest number is: in several places if dice show the same."""
    return [int(place) for place in np.flatnonzero(numbers == numbers.max())]


@pytest.mark.parametrize("setting", DICE, ids=name)
def test_at_which_place_a_die_lies_does_not_matter(setting: Setting) -> None:
    """Dice of every belt change places: the value stays, and so do the preferences for what then is the same action."""
    network, rng = random_network(setting), np.random.default_rng(2)
    code, layers = code_of(setting), layers_for(setting, network)
    encoding, places = Encoding.of(setting), setting.hand_size
    kernel, n = NETWORK_KERNELS["roll"].evaluate, len(encoding.actions)
    for game, seat in positions(setting):
        table = game.view(seat).imagine(1)
        values, preferences = [], np.zeros((2, n), np.float32)
        orders = [rng.permutation(places) for _ in range(setting.seats)]
        values.append(kernel(table, seat, NO_MOVE, code, layers, preferences[0], np.zeros(n, np.int8)))
        belts = [int(roll.belt_at(other, int(table["red"][0]), setting.seats)) for other in range(setting.seats)]
        for other, belt in enumerate(belts):
            for field in ("dice", "faces"):
                table[field][0, belt, :places] = table[field][0, belt, orders[other]]
            bits = [int(table["filled"][0, belt]) >> int(place) & 1 for place in orders[other]]
            table["filled"][0, belt] = sum(bit << place for place, bit in enumerate(bits))
        values.append(kernel(table, seat, NO_MOVE, code, layers, preferences[1], np.zeros(n, np.int8)))
        assert values[0] == values[1]
        for place in range(places):
            before = encoding.actions.index(f"keep{orders[seat][place] + 1}")
            after = encoding.actions.index(f"keep{place + 1}")
            assert preferences[0, before] == preferences[1, after]
        assert np.sort(preferences[0]) == pytest.approx(np.sort(preferences[1]), abs=1e-5)


def test_ties_are_broken_by_the_seed(tmp_path: Path) -> None:
    network = random_network(FIRST)
    network.weights["policy"][:], network.weights["policy_bias"][:] = 0, 0
    view = okawari.new("sushi-go-first", seats=2, seed=1).view(0)
    chosen = [bot_of(network, tmp_path, seed).choose(view) for seed in range(60)]
    assert chosen == [bot_of(network, tmp_path, seed).choose(view) for seed in range(60)]
    assert set(chosen) == set(view.moves)


def test_a_network_for_fewer_or_more_seats_plays_a_draft(tmp_path: Path) -> None:
    three = Setting.of("sushi-go-first", 3)
    for network in (random_network(FIRST), random_network(FIRST, Setting.of("sushi-go-first", 4))):
        assert played(three, [bot_of(network, tmp_path, seat) for seat in range(3)]).over


def test_the_nearest_seats_are_taken_and_rather_more() -> None:
    two, four = random_network(FIRST), random_network(Setting.of("sushi-go-first", 4))
    wanted = {2: two, 3: four, 4: four, 5: four}
    for seats, network in wanted.items():
        assert fitting(Setting.of("sushi-go-first", seats), (two, four)) is network
        assert fitting(Setting.of("sushi-go-2014", seats, variant="both-ways"), (two, four)) is network


@pytest.mark.parametrize("setting", SETTINGS[2:], ids=name)
def test_other_games_are_refused(setting: Setting) -> None:
    with pytest.raises(NetworkError, match=r"There is no network for .* there are some for: pudding 2"):
        fitting(setting, (random_network(FIRST),))


def test_cards_are_not_played_by_a_network_for_dice() -> None:
    with pytest.raises(NetworkError, match="no network for 'pudding 2'; there are some for: roll 2"):
        fitting(FIRST, (random_network(Setting.of("sushi-roll", 2)),))


def test_dice_need_their_own_number_of_seats() -> None:
    with pytest.raises(NetworkError, match="no network for 'roll 4'"):
        fitting(Setting.of("sushi-roll", 4), (random_network(Setting.of("sushi-roll", 3)),))


def test_golf_is_not_played_by_a_network_that_collects_points() -> None:
    golf = Setting.of("sushi-go-anniversary", 2, "pudding", "golf")
    with pytest.raises(NetworkError, match="golf"):
        fitting(golf, (random_network(FIRST),))


def test_a_file_is_read_as_it_was_written() -> None:
    network = random_network(FIRST, Setting.of("sushi-go-first", 3))
    again = NetworkFile.from_bytes(network.to_bytes(), "it")
    assert again.settings == network.settings
    assert again.to_bytes() == network.to_bytes()


def header_with(content: bytes, **fields: Any) -> bytes:
    first, _, rest = content.partition(b"\n")
    return json.dumps(json.loads(first) | fields).encode() + b"\n" + rest


def test_what_is_no_network_is_refused_with_its_name() -> None:
    whole = random_network(FIRST).to_bytes()
    broken = {
        "other cells or actions": header_with(whole, fingerprint="0" * 32),
        "another version": header_with(whole, format=2),
        "no whole network": whole[:-1],
    }
    for problem, content in broken.items():
        with pytest.raises(NetworkError, match=f"mine.okawari .*{problem}"):
            NetworkFile.from_bytes(content, "mine.okawari")
    for content in (b"", b"{}", b"[]\n", whole + b"12", header_with(whole, settings=[]), header_with(whole, cells="x")):
        with pytest.raises(NetworkError, match=r"mine\.okawari is no"):
            NetworkFile.from_bytes(content, "mine.okawari")


@pytest.mark.parametrize("setting", [FIRST, Setting.of("sushi-roll", 2)], ids=name)
def test_a_header_with_other_sizes_than_those_of_its_game_is_refused(setting: Setting) -> None:
    """Even if the file is as long as it says: kernels would read what lies behind the weights."""
    network = random_network(setting)
    first, _, rest = network.to_bytes().partition(b"\n")
    outputs = "outputs" if network.encoding.form else "actions"
    header = json.loads(first)
    shorter = header | {outputs: header[outputs] - 1}
    content = json.dumps(shorter).encode() + b"\n" + rest[: -2 * (network.width + 1)]
    with pytest.raises(NetworkError, match=r"mine\.okawari is no whole network"):
        NetworkFile.from_bytes(content, "mine.okawari")


def test_a_network_for_dice_from_before_there_were_forms_is_refused() -> None:
    encoding = Encoding.of(DICE[0])
    meaning = [encoding.cells, encoding.actions, *(numbers.tolist() for numbers in encoding.scales)]
    before = hashlib.sha256(json.dumps(meaning).encode()).hexdigest()[:32]
    content = header_with(random_network(DICE[0]).to_bytes(), fingerprint=before)
    with pytest.raises(NetworkError, match="other cells or actions"):
        NetworkFile.from_bytes(content, "mine.okawari")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ValueError, match=r"nowhere\.okawari cannot be read"):
        bots.make("net:file=nowhere.okawari")


def test_a_tournament_says_before_it_starts_that_there_is_no_network(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    told = run_command(
        "tournament", "--bots", "net,hana", "--menu", "sushi-roll", "--seats", 3, "--out", folder, exit_code=2
    )
    assert "The bot net cannot play: There is no network for 'roll 3'" in told
    assert not folder.exists()


def test_what_ships_is_small_and_plays_well(tmp_path: Path) -> None:
    networks = shipped_networks()
    assert sum(len(network.to_bytes()) for network in networks.values()) < 2_000_000
    wins = 0
    for seed in range(40):
        players: list[bots.Bot] = [NetworkBot(seed), bots.make("random", seed)]
        game = Game(FIRST, seed)
        while not game.over:
            for seat in game.to_move:
                game.choose(seat, players[seat].choose(game.view(seat)))
        wins += game.winners == (0,)
    assert wins > 35
