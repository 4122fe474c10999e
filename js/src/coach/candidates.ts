// Which moves the coach measures: all legal ones, or where they are many the best of a screening.
//
// A screening tries all candidate moves with a part of the games. Moves with the same effect are one candidate.
import { MOST_MOVES, MOST_TOKEN_MOVES, SCREENING_SHARE } from '../coach.gen.js';
import type { Move } from '../notation.js';
import type { View } from '../views.js';
import type { Sampler } from './sampler.js';
import type { Steps } from './steps.js';
import { type Trials, numbersOf } from './trials.js';

/** The moves to measure, and the number of games that is left for them. */
export interface Screened {
  readonly moves: readonly Move[];
  readonly games: number;
  /** In card games: the trials of the screening, if there was one. */
  readonly screening?: Trials;
}

/** Choose the moves to measure with a budget of games; `required` ones are measured whatever a screening says. */
export function* screen(sampler: Sampler, games: number, required: readonly Move[]): Steps<Screened> {
  const { view } = sampler;
  const moves = candidateMoves(view, required);
  if (view.setting.tableKind === 'roll') return yield* screenDice(sampler, moves, games, required);
  if (moves.length <= MOST_MOVES) return { moves, games };
  const part = Math.trunc(games * SCREENING_SHARE);
  const screening = yield* sampler.trials(moves, part);
  return { moves: best(view, 'best_of_cards', screening, required, MOST_MOVES), games: games - part, screening };
}

/** Screen moves of Sushi Roll, up to twice: keep all that keep a die, and the best re-rolls and swaps. */
function* screenDice(
  sampler: Sampler,
  candidates: readonly Move[],
  games: number,
  required: readonly Move[],
): Steps<Screened> {
  const { engine } = sampler.view;
  const part = Math.trunc(games * SCREENING_SHARE);
  let moves = candidates;
  let left = games;
  for (const most of MOST_TOKEN_MOVES) {
    if (engine.call('most_of_a_token', numbersOf(moves))[0]! > most) {
      const screening = yield* sampler.trials(moves, part);
      left -= part;
      moves = best(sampler.view, 'best_of_dice', screening, required, most);
    }
  }
  return { moves, games: left };
}

/** The moves of a screening that a kernel chooses. */
function best({ engine }: View, kernel: string, screening: Trials, required: readonly Move[], most: number): Move[] {
  const chosen = new BigInt64Array(screening.moves.length);
  const [n] = engine.call(kernel, screening.numbers, screening.order(), numbersOf(required), most, chosen);
  return pick(screening.moves, chosen, n!);
}

/** One legal move for each effect, a required one if there is one. */
function candidateMoves(view: View, required: readonly Move[]): Move[] {
  const moves = [...required, ...view.moves];
  const chosen = new BigInt64Array(moves.length);
  const [n] = view.engine.call('one_of_each_effect', effectsOf(view, numbersOf(moves)), chosen);
  return pick(moves, chosen, n!);
}

/** The effect of each move as a number: without the order of cards if it does not matter, and the places of dice. */
export function effectsOf({ engine, setting, record, seat }: View, numbers: BigInt64Array): BigInt64Array {
  const effects = new BigInt64Array(numbers.length);
  engine.call(`${setting.tableKind}_effects`, record, seat ?? 0, numbers, effects);
  return effects;
}

const pick = (moves: readonly Move[], chosen: BigInt64Array, n: number): Move[] =>
  Array.from(chosen.subarray(0, n), (k) => moves[Number(k)]!);
