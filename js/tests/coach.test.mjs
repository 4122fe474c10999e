// What only JavaScript has: steps that can be aborted, and the ways in; tests/js compares the rest with Python.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  PadError,
  explain,
  explainInSteps,
  gains,
  gainWords,
  load,
  review,
  reviewInSteps,
  worthNow,
} from '../dist/index.js';

const okawari = await load();
const position = okawari.position({
  menu: 'sushi-go-first',
  seats: 2,
  round: 3,
  turn: 9,
  hands: ['squid tempura', 'egg egg'],
  plates: ['tempura wasabi', 'maki3'],
});

test('gains and worth', () => {
  const view = position.game(1).view(0);
  const words = [...gains(view).values()].map((gain) => gainWords(gain));
  assert.deepEqual(words, ['+5, your set of 2 is complete', '9 on your wasabi']);
  assert.equal(gains(position.game(1).view()).size, 0);
  assert.deepEqual(
    worthNow(view)[1].map(({ dish, points }) => [dish, points]),
    [['maki', 6]],
  );
});

test('an explanation has a tip in words, and its advice by text', () => {
  const explanation = explain(position.game(1).view(0), { budget: 100 });
  assert.ok(explanation.solved);
  assert.equal(explanation.best.move.text, 'squid');
  assert.match(explanation.words('en', ['Ania', 'Bo']), /^Take the squid nigiri: /);
  assert.equal(explanation.of('tempura').move.text, 'tempura');
  assert.equal(explanation.of('egg'), undefined);
});

test('steps let timers run, and can be aborted before they begin and later', async () => {
  const game = okawari.game({ menu: 'sushi-roll', seats: 3, seed: 1 });
  const view = game.view(game.toMove[0]);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const explanation = await explainInSteps(view, { budget: 5000, seed: 3 });
  clearInterval(timer);
  assert.ok(ticks > 2);
  assert.deepEqual(JSON.stringify(explanation), JSON.stringify(explain(view, { budget: 5000, seed: 3 })));
  await assert.rejects(explainInSteps(view, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  await assert.rejects(explainInSteps(view, { budget: 1e9, signal: AbortSignal.timeout(30) }), {
    name: 'TimeoutError',
  });
});

test('a review can be made in steps', async () => {
  const game = position.game(1);
  game.choose(0, 'tempura');
  game.choose(1, 'egg');
  const lapses = review(game.record, { budget: 100 });
  assert.deepEqual(
    lapses.map(({ played, better }) => [played.text, better.text]),
    [['tempura', 'squid']],
  );
  assert.deepEqual(JSON.stringify(await reviewInSteps(game.record, { budget: 100 })), JSON.stringify(lapses));
});

test('the pad scores lines, and says what is wrong', () => {
  const pad = okawari.pad({ menu: 'sushi-go-first' });
  const sheet = pad.scoreRound(pad.read('Ania: wasabi squid maki2\nBo: tempura*3 maki2'));
  assert.deepEqual(
    sheet.players.map(({ name, points }) => [name, points]),
    [
      ['Ania', 12],
      ['Bo', 8],
    ],
  );
  assert.throws(
    () => pad.read('Ania: eggg\nBo: egg'),
    (problem) => problem instanceof PadError && problem.code === 'unknown-word' && /“egg”/.test(problem.message),
  );
  assert.throws(() => okawari.pad({ menu: 'pizza' }), { code: 'unknown-menu' });
  const entries = pad.read('Ania: squid*3');
  assert.throws(() => pad.check(pad.read('Bo: squid*3'), { earlier: entries }), { code: 'too-many' });
});

test('memory does not grow with every explanation', () => {
  const view = okawari.game({ menu: 'sushi-go-first', seats: 4, seed: 1 }).view(0);
  explain(view, { budget: 2000 });
  const { bytes } = okawari.engine;
  for (let seed = 0; seed < 8; seed++) explain(view, { budget: 2000, seed });
  assert.equal(okawari.engine.bytes, bytes);
});
