// A bot that tries every move on sampled tables, with random play after it (flat Monte Carlo).
import { SIMPLE } from '../bots.gen.js';
import type { Move } from '../notation.js';
import { REROLL } from '../tables.gen.js';
import type { View } from '../views.js';
import { Bot } from './bot.js';
import { imagine, quickDealer, seatOf } from './imagine.js';

/** Plays the move with the best mean margin over sampled games. */
export class SimpleBot extends Bot {
  protected *thinking(view: View): Generator<void, Move> {
    const seat = seatOf(view);
    if (view.moves.length === 1) return view.moves[0]!;
    const { engine } = view;
    const kind = view.setting.tableKind;
    const dealer = quickDealer(this.random.bits());
    const imagined = imagine(view, this.random.bits(), SIMPLE.SAMPLES);
    let best: [Move | null, number] = [null, -Infinity];
    for (const move of this.candidates(view)) {
      const tables = engine.keep(imagined.slice());
      try {
        engine.call(`${kind}_try_move`, tables, dealer, seat, move.number, 0, SIMPLE.SAMPLES);
        const margin = engine.call(`${kind}_mean_margin`, tables, seat)[0]!;
        if (margin > best[1]) best = [move, margin];
      } finally {
        engine.release(tables);
      }
      yield;
    }
    return best[0]!;
  }

  /** The moves to try: all; in Sushi Roll all keeps and a random choice of the other moves. */
  private candidates(view: View): readonly Move[] {
    const { moves } = view;
    if (moves.length <= SIMPLE.MOST_CANDIDATES || view.setting.tableKind !== 'roll') return moves;
    const keeps = moves.filter(({ number }) => number < REROLL);
    const others = moves.slice(keeps.length);
    return [...keeps, ...this.random.sample(others, SIMPLE.MOST_CANDIDATES - keeps.length)];
  }
}
