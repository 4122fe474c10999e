// The result of the device's owner in a finished game.
import type { GameResult, ResultOpponent } from '../../wire/wire.gen';
import type { Table } from './table';

/** A result as it is stored on the device, by the id of its table; results that were stored earlier have no seed. */
export type StoredResult = GameResult & { readonly table: string; readonly seed?: string };

/** One result a game: of copies of it that went on in different ways, the one that was over first. */
export function counted(results: readonly StoredResult[]): StoredResult[] {
  const firsts = new Map<string, StoredResult>();
  for (const result of results) {
    const game = result.seed ?? result.table;
    if (result.at < (firsts.get(game)?.at ?? Infinity)) firsts.set(game, result);
  }
  return [...firsts.values()];
}

/** The result of a game that is over; null for a table whose game does not count. */
export function resultOf({ id, beginning, listed, ended, setting, seats, game }: Table): StoredResult | null {
  const own = seats.findIndex(({ kind, guest }) => kind === 'person' && !guest);
  if (!listed || own < 0) return null;
  const { places, winners, scores } = game;
  return {
    table: id,
    seed: beginning.seed,
    at: ended,
    setting: setting.toJSON(),
    points: scores[own]!.total,
    rounds: scores[own]!.rounds.map((lines) => lines.reduce((sum, { points }) => sum + points, 0)),
    place: places[own]!,
    winners: winners.includes(own) ? winners.length : 0,
    dishes: game.dishesTaken(own),
    opponents: seats
      .map(({ name, bot }, seat): ResultOpponent => {
        return { points: scores[seat]!.total, place: places[seat]!, bot, name, person: null };
      })
      .filter((_, seat) => seat !== own),
  };
}
