// Plays games at random for tests/js, which plays the same ones in Python.
import { createHash } from 'node:crypto';
import { canonical } from '../dist/canonical.js';
import { Setting, load, loadTexts, notationFor, say } from '../dist/index.js';
import { toldEvents } from '../dist/story.js';
import { answer } from './answers.mjs';

const okawari = await load();
for (const language of ['pl', 'is']) await loadTexts(language);

/** The same numbers as tests/js/games.py draws. */
class Lottery {
  constructor(state) {
    this.state = state;
  }

  below(n) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return (this.state >>> 8) % n;
  }
}

const sha = (bytes) => createHash('sha256').update(bytes).digest('hex');

function attempt(act) {
  try {
    return act();
  } catch (error) {
    if (!error.code) throw error;
    return { error: error.code, params: error.params, message: error.message };
  }
}

/** All that can be seen of a game, and what comes of a move that is probably illegal. */
function seen(game, known, lottery) {
  const events = game.eventsAfter(known);
  const [seat, number] = [lottery.below(game.setting.seats), lottery.below(game.setting.movesEnd)];
  const { position } = game;
  const isRead = lottery.below(16) === 0 && !game.over;
  return {
    views: [...game.seats, null].map((seat) => game.view(seat)),
    unseen: game.view(seat).unseenCards,
    moves: game.seats.map((seat) => game.moves(seat).map((move) => [move.number, move.text])),
    to_move: game.toMove,
    events,
    told: toldEvents(events, game.setting),
    totals: game.totals,
    places: game.places,
    position,
    table: isRead ? sha(okawari.position(position.toJSON()).table().data) : null,
    read: isRead ? readViews(game) : null,
    checked: attempt(() => game.check(seat, number).text),
  };
}

/** The views of all seats, read from what was written; and a game that is imagined from one. */
function readViews(game) {
  const views = [...game.seats, null].map((seat) => okawari.view(JSON.parse(JSON.stringify(game.view(seat)))));
  const imagined = okawari.imagine(views[0], 1);
  return [...views.map((view) => sha(view.record.data)), imagined.position, imagined.record];
}

/** Play a game, and give all that was seen to `note`. */
function play({ setting, seed, likes }, note) {
  const lottery = new Lottery(seed);
  const game = okawari.game({ ...setting, mustHaveMaki: setting.must_have_maki, seed });
  const look = (known) => note(canonical(seen(game, known, lottery)));
  look(0);
  while (!game.over) {
    const known = game.eventCount;
    const seat = game.toMove[lottery.below(game.toMove.length)];
    const texts = game.moves(seat).map((move) => move.text);
    const liked = texts.filter((text) => likes.some((part) => text.includes(part)));
    const choices = lottery.below(5) && liked.length ? liked : texts;
    game.choose(seat, choices[lottery.below(choices.length)]);
    look(known);
  }
  const { record } = game;
  const replayed = okawari.replay(JSON.parse(JSON.stringify(record)));
  const taken = game.seats.map((seat) => game.dishesTaken(seat));
  note(canonical({ record, scores: game.scores, winners: game.winners, taken }));
  note(canonical({ record: replayed.record, problems: record.verify() }));
}

await answer({
  /** The hash of all that was seen of a game. */
  game(request) {
    const hash = createHash('sha256');
    play(request, (text) => hash.update(`${text}\n`));
    return hash.digest('hex');
  },
  /** All that was seen of a game. */
  details(request) {
    const texts = [];
    play(request, (text) => texts.push(text));
    return texts;
  },
  /** A setting, or why it is refused. */
  setting: ({ setting }) => attempt(() => Setting.fromJSON(setting)),
  /** The numbers of texts, or why they cannot be read. */
  moves: ({ setting, texts }) =>
    texts.map((text) => attempt(() => notationFor(Setting.fromJSON(setting)).move(text).number)),
  /** The position that is written for a position that was read, or why it cannot be read. */
  position: ({ data }) => attempt(() => okawari.position(data).game(1).position),
  /** A text. */
  say: ({ language, path, params }) => say(language, path, params),
  /** What is wrong with a record, or why it cannot be read. */
  verify: ({ data }) => attempt(() => okawari.record(data).verify()),
});
