// The decisions of a recorded game.
import { Game } from '../games.js';
import type { Move } from '../notation.js';
import type { GameRecord } from '../records.js';
import type { View } from '../views.js';

/** A move that a seat played, and its view at that time. */
export interface Decision {
  readonly view: View;
  readonly seat: number;
  readonly played: Move;
}

/** The decisions of a recorded game that had more than one legal move. */
export function decisionsOf(record: GameRecord): Decision[] {
  const decisions: Decision[] = [];
  let views: View[] = [];
  let decided = 0;
  for (const [game, { length }] of Game.replayByTurn(record)) {
    for (const [seat, text] of record.fields.moves.slice(decided, decided + length)) {
      const view = views[seat]!;
      if (view.moves.length > 1) decisions.push({ view, seat, played: view.notation.move(text) });
    }
    decided += length;
    views = game.seats.map((seat) => game.view(seat));
  }
  return decisions;
}
