// The bots that play by a network where one is as strong as their search, and search elsewhere.
import { OPTIONS } from '../bots.gen.js';
import type { Move } from '../notation.js';
import { ROUNDS } from '../tables.gen.js';
import type { View } from '../views.js';
import type { Clock } from './clock.js';
import { ExpertBot } from './expert.js';
import { imagine, moveOf, quickDealer, seatOf } from './imagine.js';
import { type Player, playerFor } from './networks.js';
import type { Stream } from './stream.js';
import { TreeBot } from './tree.js';
import { playsByNetwork } from './weights.js';

/** Plays the move that a network prefers, without searching; in games that are not those of its level, searches. */
export class QuickBot extends TreeBot {
  protected override *deciding(view: View, clock: Clock, betweenTwo = OPTIONS.FOR_TWO): Generator<void, Move> {
    const player = playerOf('kenji', view);
    return player ? preferred(view, player, this.random) : yield* super.deciding(view, clock, betweenTwo);
  }
}

/**
 * The same, but with the exact solutions of the expert.
 *
 * In games that it plays by a network, it solves the last dice of the last round only: those of earlier rounds are
 * solved for what comes after the round, which the network knows better.
 */
export class QuickExpertBot extends ExpertBot {
  protected override *deciding(view: View, clock: Clock, betweenTwo = OPTIONS.FOR_TWO): Generator<void, Move> {
    const player = this.player(view);
    return player ? preferred(view, player, this.random) : yield* super.deciding(view, clock, betweenTwo);
  }

  protected override lastDie(view: View): Move | null {
    return this.player(view) && view.round < ROUNDS ? null : super.lastDie(view);
  }

  /** Without networks, or for the margin alone, it never plays by one. */
  private player(view: View): Player | null {
    return this.guided ? playerOf('oba', view) : null;
  }
}

/** The network by which a level plays, if it is one that plays this game by a network, and that is loaded. */
function playerOf(level: string, view: View): Player | null {
  return playsByNetwork(level, view.setting) ? playerFor(view.engine, view.setting) : null;
}

/** The move that a network prefers. */
function preferred(view: View, { engine, code, layers }: Player, random: Stream): Move {
  const dealer = quickDealer(random.bits());
  const table = imagine(view, random.bits());
  const name = `${view.setting.tableKind}_network_choose`;
  return moveOf(view, engine.call(name, table, dealer, seatOf(view), code, layers)[0]!);
}
