// The weights of the heuristic and the outlook of each game.
import { GAMES, NETWORK_GAMES, OUTLOOKS, PLAIN, WEIGHTS } from '../bots.gen.js';
import { NdArray } from '../engine.js';
import type { Setting } from '../settings.js';

/** The key of a setting's game: its dessert or `roll`, its variant, its seats. */
export function gameKey(setting: Setting): string {
  const kind = setting.tableKind === 'roll' ? 'roll' : setting.dessert;
  return [kind, setting.variant, setting.seats].filter(Boolean).join(' ');
}

/** Whether a level plays a game by its network, which is as strong as the search of that level. */
export const playsByNetwork = (level: string, setting: Setting): boolean =>
  NETWORK_GAMES[level]?.includes(gameKey(setting)) ?? false;

/** The weights of the plain player, who ignores the other players. */
export const plainWeights = (): Float64Array => Float64Array.from(PLAIN);

/** The tuned weights for a game. */
export function weightsFor(setting: Setting): Float64Array {
  return Float64Array.from(WEIGHTS[indices(setting)[0]]!);
}

/** The weights for simulated play: the mean of the plain and the tuned ones. */
export function meanWeights(setting: Setting): Float64Array {
  return weightsFor(setting).map((weight, n) => (PLAIN[n]! + weight) / 2);
}

/** The outlook for a game: a row for one round to go and a row for two. */
export function outlookFor(setting: Setting): NdArray {
  const { rows } = OUTLOOKS[indices(setting)[1]]!;
  return new NdArray(Float64Array.from(rows.flat()), [rows.length, rows[0]!.length]);
}

/** The mean price of a dessert card that is taken in a round; 0 in the last, where the dessert itself is scored. */
export function dessertCardPrice(setting: Setting, round: number): number {
  return OUTLOOKS[indices(setting)[1]]!.cards[round - 1]!;
}

function indices(setting: Setting): readonly [weights: number, outlook: number] {
  const found = GAMES[gameKey(setting)];
  if (!found) throw new RangeError(`There is no game ${gameKey(setting)}.`);
  return found;
}
