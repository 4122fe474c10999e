import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotOpen, OutOfMemory, OutOfTime, bots, load, noteOf, solve, solveInSteps } from '../dist/index.js';

const okawari = await load();

/** Play a game to its end with a bot at each seat. */
function play(options, specs) {
  const game = okawari.game(options);
  const players = specs.map((spec, seat) => bots.make(spec, seat));
  while (!game.over) for (const seat of game.toMove) game.choose(seat, players[seat].choose(game.view(seat)));
  return game;
}

const OPEN = {
  menu: 'sushi-go-first',
  seats: 2,
  round: 3,
  turn: 8,
  hands: ['squid tempura salmon', 'egg sashimi dumpling'],
  plates: ['wasabi chopsticks', 'dumpling maki2'],
};

test('every bot plays whole games', () => {
  for (const spec of bots.BOTS.filter((name) => !['tree', 'expert', 'oba', 'kenji'].includes(name))) {
    for (const options of [
      { menu: 'sushi-go-2014', seats: 3 },
      { menu: 'sushi-roll', seats: 2 },
    ]) {
      const game = play({ ...options, seed: 1 }, Array(options.seats).fill(spec));
      assert.ok(game.over, spec);
    }
  }
});

test('a strong bot beats a random one', () => {
  const game = play({ menu: 'sushi-go-first', seats: 2, seed: 1 }, ['expert:budget=200:cards=6', 'random']);
  assert.deepEqual(game.view(0).winners, [0]);
});

test('the stream is that of Python', () => {
  const stream = new bots.Stream('coach 7');
  assert.deepEqual([stream.word(), stream.bits(), stream.below(52)], [1996450979459380796n, 8619919279132293503n, 43]);
  assert.deepEqual([stream.choice([...'abcdef']), stream.sample([0, 1, 2, 3, 4, 5, 6, 7, 8], 4)], ['d', [5, 1, 0, 8]]);
});

test('a search stays within its time, and ends at once when it is cancelled', async () => {
  const view = okawari.game({ menu: 'sushi-go-first', seats: 4, seed: 1 }).view(0);
  for (const [seconds, limits] of [
    [0.1, () => ({})],
    [60, () => ({ signal: AbortSignal.timeout(100) })],
    [60, () => ({ signal: AbortSignal.abort() })],
  ]) {
    const begun = performance.now();
    const move = await new bots.TreeBot({ seconds }).think(view, limits());
    assert.ok(view.moves.includes(move));
    // Far less than a minute, also on a busy machine.
    assert.ok(performance.now() - begun < 30_000);
  }
});

test('a position is solved', () => {
  const solution = solve(okawari.position(OPEN));
  assert.equal(solution.value, 3);
  assert.deepEqual(solution.strategies, [{ 'squid+salmon': 1 }, { dumpling: 1 }]);
  assert.equal(solution.cardValues[0]['salmon+squid'], 1);
  assert.equal(noteOf(solution), 'The margin of the game, exactly.');
  assert.equal(solve(okawari.position(OPEN), { seat: 1 }).value, -3);
});

test('what cannot be solved is refused', () => {
  const hidden = okawari.game({ menu: 'sushi-go-first', seats: 2, seed: 1 }).view(0);
  assert.throws(
    () => solve(hidden),
    (problem) => problem instanceof NotOpen && problem.code === 'solve-unseen',
  );
  assert.throws(() => solve(okawari.position(OPEN), { memory: 1000 }), OutOfMemory);
});

const EIGHT = {
  menu: 'sushi-go-first',
  seats: 2,
  round: 3,
  turn: 3,
  hands: [
    'squid tempura tempura wasabi maki2 dumpling egg chopsticks',
    'wasabi salmon egg sashimi sashimi pudding maki3 dumpling',
  ],
};

test('a position that is solved in steps has the same solution, and can be given up', async () => {
  const position = okawari.position(EIGHT);
  const whole = solve(position);
  let others = 0;
  const timer = setInterval(() => others++, 1);
  const stepped = await solveInSteps(position);
  clearInterval(timer);
  for (const part of ['value', 'margin', 'strategies', 'cardValues']) assert.deepEqual(stepped[part], whole[part]);
  assert.ok(others > 1, 'other events were handled meanwhile');
  const signal = AbortSignal.abort();
  await assert.rejects(solveInSteps(position, { signal }), (problem) => problem.code === 'solve-cancelled');
  assert.throws(() => solve(position, { seconds: 0.001 }), OutOfTime);
});
