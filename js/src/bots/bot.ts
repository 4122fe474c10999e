// The base class of all bots.
import type { Move } from '../notation.js';
import type { View } from '../views.js';
import { Clock, type Limits, finish, finishPatiently } from './clock.js';
import { Stream } from './stream.js';

export interface BotOptions {
  /** The same seed makes the same bot. */
  readonly seed?: number | bigint | string | undefined;
}

/** A player that gets a view and returns a move. */
export abstract class Bot {
  readonly random: Stream;
  /** Whether time ran out before the last choice had all of its passes. */
  shortened = false;

  constructor(
    { seed = 0 }: BotOptions = {},
    /** The most seconds for a move; null for no limit. */
    readonly seconds: number | null = null,
  ) {
    this.random = new Stream(seed);
  }

  /** A legal move for the seat whose view this is, at once: nothing else runs meanwhile. */
  choose(view: View): Move {
    return finish(this.thinking(view, new Clock(this.seconds)));
  }

  /** The same, but the event loop goes on. When `signal` aborts, a search gives its best move so far. */
  think(view: View, { signal }: Limits = {}): Promise<Move> {
    return finishPatiently(this.thinking(view, new Clock(this.seconds, signal)));
  }

  /** The choice of a move, in steps of a few milliseconds. */
  protected abstract thinking(view: View, clock: Clock): Generator<void, Move>;
}
