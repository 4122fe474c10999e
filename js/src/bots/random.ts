// A bot that plays random moves, as a baseline.
import type { Move } from '../notation.js';
import type { View } from '../views.js';
import { Bot } from './bot.js';

/** Plays uniformly random moves. */
export class RandomBot extends Bot {
  protected *thinking(view: View): Generator<void, Move> {
    return this.random.choice(view.moves);
  }
}
