// The bot that plays by a network where one is as strong as its search, and searches elsewhere.
import type { Move } from '../notation.js';
import type { View } from '../views.js';
import type { Clock } from './clock.js';
import { imagine, moveOf, quickDealer, seatOf } from './imagine.js';
import { type Guide, guideFor } from './networks.js';
import { TreeBot } from './tree.js';
import { playsByNetwork } from './weights.js';

export class QuickBot extends TreeBot {
  protected override *thinking(view: View, clock: Clock): Generator<void, Move> {
    const guide = playsByNetwork(view.setting) ? guideFor(view.engine, view.setting) : null;
    if (!guide || view.moves.length === 1) return yield* super.thinking(view, clock);
    this.shortened = false;
    return this.preferred(view, guide);
  }

  /** The move that a network prefers. */
  private preferred(view: View, { engine, code, layers }: Guide): Move {
    const dealer = quickDealer(this.random.bits());
    const table = imagine(view, this.random.bits());
    return moveOf(view, engine.call('draft_network_choose', table, dealer, seatOf(view), code, layers)[0]!);
  }
}
