// The replay of a record: a frame before each choice, and one at the end.
import { Game, letter, toldEvents, type GameRecord } from 'okawari';
import type { Fairness, Frame, Replay } from '../wire/wire.gen';
import { billsOf, worthOf } from './bills';

/** Who sat there, where that is known. */
export interface Sitting {
  readonly shapes?: readonly number[];
  /** The seats of the reader. */
  readonly yours?: readonly number[];
}

export function replayOf(record: GameRecord, { shapes, yours = [] }: Sitting = {}): Replay {
  const { setting } = record;
  const frames: Frame[] = [];
  const counts = [0];
  let last: Game | undefined;
  for (const [game, moves] of Game.replayByTurn(record)) {
    if (frames.length) frames.at(-1)!.moves = moves.map(([seat, text]) => [seat, text]);
    frames.push(frameOf(game));
    counts.push(game.eventCount);
    last = game;
  }
  const game = last!;
  const events = toldEvents(game.events, setting);
  frames.forEach((frame, n) => (frame.events = events.slice(counts[n], counts[n + 1])));
  return {
    setting: setting.toJSON(),
    names: namesOf(record),
    shapes: [...(shapes ?? game.seats.map((seat) => seat + 1))],
    yours: [...yours],
    turns: setting.turns,
    frames,
    bill: billsOf(game.scores),
    winners: game.winners,
    fairness: fairnessOf(record),
    played_on: null,
  };
}

/** How the deal of a game from a server can be verified. */
function fairnessOf({ fields }: GameRecord): Fairness | null {
  if (!fields.fairness) return null;
  const { commitment, secret, nonces } = fields.fairness;
  return { commitment, nonces: [...nonces], opened: secret, seed: fields.seed ?? null };
}

function frameOf(game: Game): Frame {
  const views = [...game.seats, null].map((seat) => ({ ...game.view(seat).toJSON(), moves: [] }));
  const { round, turn, toMove } = game;
  return { round, turn, to_move: toMove, events: [], views, moves: [], worth: worthOf(game.view()) };
}

/** The names of the players; the letter of the seat for a player without one. */
function namesOf({ fields, setting }: GameRecord): string[] {
  const names = fields.names?.length === setting.seats ? fields.names : [];
  return Array.from({ length: setting.seats }, (_, seat) => names[seat]?.trim() || letter(seat));
}
