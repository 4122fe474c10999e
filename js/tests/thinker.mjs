// Bots and the solver of the package, for tests that compare them with Python's. Floats are written as their bits.
import { OkawariError, Records, Setting, View, bots, load, noteOf, solve } from '../dist/index.js';
import { answer } from './answers.mjs';

const okawari = await load();
const { engine } = okawari;
const networks = await bots.Networks.load(engine);

function viewOf({ setting, record }) {
  const read = Setting.fromJSON(setting);
  return new View(engine, read, new Records(read.viewLayout, 1, new Uint8Array(Buffer.from(record, 'base64'))));
}

function bits(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return bytes.toString('hex');
}

const inBits = (numbers) => Object.entries(numbers).map(([text, number]) => [text, bits(number)]);

/** What a call gives, or why it is refused. */
function orRefusal(call) {
  try {
    return call();
  } catch (problem) {
    if (problem instanceof OkawariError) return { refused: problem.code, message: problem.message };
    if (problem instanceof RangeError) return { refused: null, message: problem.message };
    throw problem;
  }
}

function draw(stream, [kind, ...args]) {
  const drawn = stream[kind](...args);
  return typeof drawn === 'bigint' ? String(drawn) : kind === 'unit' ? bits(drawn) : drawn;
}

function solved(view, options) {
  const solution = solve(view, options);
  const { value, margin, strategies, cardValues, seconds, ...rest } = solution;
  return {
    ...rest,
    value: bits(value),
    margin: bits(margin),
    strategies: strategies.map(inBits),
    cardValues: cardValues.map(inBits),
    note: noteOf(solution),
  };
}

await answer({
  stream: ({ seed, isText, draws }) => {
    const stream = new bots.Stream(isText ? seed : BigInt(seed));
    return draws.map((each) => draw(stream, each));
  },
  make: ({ spec }) => orRefusal(() => Boolean(bots.make(spec, 1))),
  level: ({ level, share }) => {
    const { seconds, budget = null, states = null } = bots.makeLevel(level, 1, share);
    return [seconds, budget, states, bots.usualSeconds(level)];
  },
  network: async ({ setting }) => {
    const read = Setting.fromJSON(setting);
    await networks.prepare(read);
    return { plays: networks.playerFor(read) !== null, guides: networks.guideFor(read) !== null };
  },
  // Each seed makes a bot that chooses twice, so that its stream is compared, too.
  choose: ({ view, spec, seed }) => {
    const [seen, bot] = [viewOf(view), bots.make(spec, seed)];
    return [bot.choose(seen).text, bot.choose(seen).text];
  },
  // Whether a bot was out of time before it had made all of its passes.
  shortened: ({ view, spec }) => {
    const bot = bots.make(spec, 1);
    bot.choose(viewOf(view));
    return bot.shortened;
  },
  think: async ({ view, spec, seed }) => (await bots.make(spec, seed).think(viewOf(view))).text,
  search: ({ view, spec, seed }) =>
    bots
      .make(spec, seed)
      .search(viewOf(view))
      .map(({ move, visits, value }) => [move.text, visits, bits(value)]),
  solve: ({ view, position, options }) =>
    orRefusal(() => solved(position ? okawari.position(position) : viewOf(view), options)),
  // The milliseconds until a cancelled search gives its move, and whether the event loop went on meanwhile.
  cancel: async ({ view, after }) => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const begun = performance.now();
    const move = await bots.make('tree:seconds=60').think(viewOf(view), { signal: AbortSignal.timeout(after) });
    clearInterval(timer);
    return [move.text, performance.now() - begun, ticks];
  },
  bytes: () => engine.bytes,
  speed: ({ view, spec }) => {
    const [seen, bot] = [viewOf(view), bots.make(spec, 1)];
    const begun = performance.now();
    bot.search(seen);
    return (performance.now() - begun) / 1000;
  },
});
