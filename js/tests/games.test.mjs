// What only JavaScript has: seeds that are drawn, bytes and large numbers; tests/js compares the rest with Python.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { IllegalMove, OkawariError, load, loadTexts, seedBytes } from '../dist/index.js';
import { hex, sha256 } from '../dist/sha256.js';

const okawari = await load();
const setting = { menu: 'sushi-go-first', seats: 2 };

test('SHA-256 is that of Node', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    assert.equal(hex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a seed is a whole number, a bigint or 32 bytes', () => {
  assert.deepEqual(seedBytes(7), seedBytes(7n));
  assert.deepEqual(
    okawari.game({ ...setting, seed: seedBytes(7) }).view(0),
    okawari.game({ ...setting, seed: 7 }).view(0),
  );
  assert.throws(() => seedBytes(0.5), RangeError);
  assert.throws(() => seedBytes(new Uint8Array(31)), RangeError);
});

test('without a seed the luck is random', () => {
  assert.notDeepEqual(okawari.game(setting).luck, okawari.game(setting).luck);
});

test('a copy goes on by itself, with the same luck', () => {
  const game = okawari.game({ menu: 'sushi-roll', seats: 3, seed: 1 });
  const twin = game.copy();
  const finish = (one) => {
    while (!one.over) one.choose(one.toMove[0], one.moves(one.toMove[0]).at(-1));
    return one.record.toJSON();
  };
  const [before, played] = [game.record.toJSON(), finish(twin)];
  assert.deepEqual(game.record.toJSON(), before);
  assert.deepEqual(finish(game), played);
});

test('a game that is replayed can go on', () => {
  const game = okawari.game({ ...setting, seed: 1 });
  for (const seat of game.seats) game.choose(seat, game.moves(seat)[0]);
  const replayed = okawari.replay(game.record.toJSON());
  for (const seat of replayed.seats) replayed.choose(seat, replayed.moves(seat)[0]);
  assert.equal(replayed.turn, 3);
  assert.deepEqual(replayed.record.verify(), []);
});

test('an illegal move changes nothing and says why in every language', async () => {
  const game = okawari.game({ ...setting, seed: 1 });
  const before = game.record.toJSON();
  const error = assert.throws.bind(null, () => game.choose(0, 'tempura+tempura'));
  error(IllegalMove);
  error((problem) => problem instanceof OkawariError && problem.code === 'no-chopsticks');
  assert.deepEqual(game.record.toJSON(), before);
  await loadTexts('is');
  error((problem) => problem.inLanguage('is') !== problem.message);
});
