// Bots that play the move with the highest estimate of the heuristic, with plain or with tuned weights.
import type { Move } from '../notation.js';
import type { Setting } from '../settings.js';
import type { View } from '../views.js';
import { Bot } from './bot.js';
import type { Clock } from './clock.js';
import { imagine, moveOf, quickDealer, seatOf } from './imagine.js';
import { plainWeights, weightsFor } from './weights.js';

/** Plays by the plain weights: the move that is worth most to its own plate now. */
export class GreedyBot extends Bot {
  /** The weights of the heuristic for a game. */
  weights(_setting: Setting): Float64Array {
    return plainWeights();
  }

  protected *thinking(view: View, _clock: Clock): Generator<void, Move> {
    const kind = view.setting.tableKind;
    const dealer = quickDealer(this.random.bits());
    const table = imagine(view, this.random.bits());
    const out = new Int16Array(view.setting.movesEnd);
    const weights = this.weights(view.setting);
    return moveOf(view, view.engine.call(`choose_${kind}`, table, dealer, seatOf(view), weights, out)[0]!);
  }
}

/** Plays by weights that were tuned for each game, which also price what the neighbour gets. */
export class TunedGreedyBot extends GreedyBot {
  override weights(setting: Setting): Float64Array {
    return weightsFor(setting);
  }
}
