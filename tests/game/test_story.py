"""The story of a game: each event is told once, by sentences whose words exist and have all that they need."""

from __future__ import annotations

import pytest

from okawari import Event, Setting
from okawari.game.story import DISH_LIST_PARAMS, DISH_PARAMS, PLATE_PARAMS, Sentence, story, told_events
from okawari.texts import LANGUAGES, catalogue, params_of, say
from tests.support.tables import SAMPLE, RandomPlayer, Table, play_on

FIRST = Setting.of("sushi-go-first", 2)


def rendered(sentence: Sentence, language: str) -> str:
    """A sentence with plates by their numbers and dishes by their names."""
    params = dict(sentence.params)
    for param in DISH_PARAMS:
        if param in params:
            params[param] = say(language, f"dish.{params[param]}.name")
    for param in DISH_LIST_PARAMS:
        if param in params:
            params[param] = ", ".join(say(language, f"dish.{word}.name") for word in params[param])
    return say(language, sentence.path, **params)


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_every_sentence_of_a_game_has_words(table: Table) -> None:
    game = play_on(table.game(3), RandomPlayer(3))
    sentences = [sentence for told in story(game.events, game.setting) for sentence in told]
    assert len(sentences) > 30
    for language in LANGUAGES:
        texts = [rendered(sentence, language) for sentence in sentences]
        assert [text for text in texts if not text or "{" in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_of_a_player_can_be_told_to_that_player(language: str) -> None:
    """Each sentence with a name has one in the second person, with the same other parameters."""
    texts = catalogue(language)["event"]
    for param, second_person in (("name", "you"), ("names", "you"), ("other", "yours")):
        told = {key for key, text in texts.items() if isinstance(text, str) and f"{{{param}}}" in text}
        assert told <= texts[second_person].keys()
        for key in told:
            left_out = {param} - {"names"}
            assert params_of(f"event.{second_person}.{key}") == params_of(f"event.{key}") - left_out


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_story_is_the_same_in_parts(table: Table) -> None:
    """Readers get it turn by turn, or all at once when they come back."""
    game, parts, known = table.game(5), [], 0
    player = RandomPlayer(5)
    while not game.over:
        play_on(game, player, 1)
        parts += told_events(game.events_after(known), game.setting)
        known = game.event_count
    assert parts == told_events(game.events, game.setting)


def test_what_is_sent_tells_the_same_story() -> None:
    """An event without sentences of its own is told by its name, with its way, and its details."""
    for table in SAMPLE:
        game = play_on(table.game(8), RandomPlayer(8))
        for event, told, sent in zip(
            game.events, story(game.events, game.setting), told_events(game.events, game.setting), strict=True
        ):
            way = f"-{event.details['way']}" if "way" in event.details else ""
            plain = Sentence(f"event.{event.name}{way}", event.details | {"name": event.who})
            sentences = [Sentence(**sentence) for sentence in sent["told"]] if "told" in sent else [plain]
            assert [rendered(each, "en") for each in sentences] == [rendered(each, "en") for each in told]


def test_chopsticks_are_told_before_the_cards_that_they_took() -> None:
    events = [
        Event("play", 0, {"dish": "wasabi", "dipped": False}),
        Event("play", 0, {"dish": "squid", "dipped": True}),
        Event("chopsticks", 0, {}),
        Event("play", 1, {"dish": "egg", "dipped": False}),
    ]
    paths = [[sentence.path for sentence in told] for told in story(events, FIRST)]
    assert paths == [
        ["event.chopsticks", "event.play"],
        ["event.play-dipped"],
        ["event.chopsticks-back"],
        ["event.play"],
    ]


def test_plates_are_numbers_and_dishes_are_words() -> None:
    """Whoever renders a sentence puts names in their place."""
    for table in SAMPLE:
        game = play_on(table.game(2), RandomPlayer(2))
        for sentence in (sentence for told in story(game.events, game.setting) for sentence in told):
            assert all(isinstance(sentence.params[param], int) for param in PLATE_PARAMS if param in sentence.params)
            assert all(isinstance(sentence.params[param], str) for param in DISH_PARAMS if param in sentence.params)
