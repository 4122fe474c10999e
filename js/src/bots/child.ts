// The gentlest level: greedy, with exaggerated prices for some dishes and an occasional random move.
import { CHILD } from '../bots.gen.js';
import type { Move } from '../notation.js';
import type { View } from '../views.js';
import type { BotOptions } from './bot.js';
import type { Clock } from './clock.js';
import { GreedyBot } from './greedy.js';

export interface ChildOptions extends BotOptions {
  /** The probability of a random move. */
  readonly slip?: number | undefined;
}

/** A greedy bot that overrates dessert and maki, and plays a random move with probability `slip`. */
export class ChildBot extends GreedyBot {
  readonly slip: number;

  constructor(options: ChildOptions = {}) {
    super(options);
    this.slip = options.slip ?? 0.05;
  }

  override weights(): Float64Array {
    return Float64Array.from(CHILD);
  }

  protected override *thinking(view: View, clock: Clock): Generator<void, Move> {
    if (!this.random.chance(this.slip)) return yield* super.thinking(view, clock);
    return this.random.choice(view.moves.filter(({ text }) => !/^(reroll|swap)/.test(text)));
  }
}
