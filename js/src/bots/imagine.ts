// Whole tables that agree with a view, for searches.
import { newDealer } from '../dealers.js';
import { Records } from '../engine.js';
import type { Move } from '../notation.js';
import type { Position } from '../positions.js';
import { QUICK } from '../tables.gen.js';
import { View } from '../views.js';

/** The dealer for search, which draws its luck from a stream with this state and records nothing. */
export function quickDealer(stream: bigint | number = 0): Records {
  const dealer = newDealer(QUICK);
  dealer.set('stream', stream);
  return dealer;
}

/** n whole tables that agree with a view, sampled by a quick dealer. */
export function imagine(view: View, seed: bigint | number = 0, n = 1): Records {
  const tables = new Records(view.setting.tableLayout, n);
  view.engine.call(`${view.setting.tableKind}_imagine`, view.record, quickDealer(seed), tables);
  return tables;
}

/** The whole table of a position, or one that agrees with a view. */
export function tableOf(position: Position | View): Records {
  return position instanceof View ? imagine(position) : position.table();
}

/** The seat of a view, which must not be a spectator's. */
export function seatOf(view: View): number {
  if (view.seat === null) throw new RangeError('A spectator has nothing to choose.');
  return view.seat;
}

/** The move of a view with this number. */
export function moveOf(view: View, number: number): Move {
  return view.notation.move(number);
}
