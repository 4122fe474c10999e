// The state of a table on this device as the message that the page draws it from.
import type { View } from 'okawari';
import type { GameInfo, SeatInfo, State, TableInfo, TableLine } from '../../wire/wire.gen';
import { billsOf, eventsOf, gainsOf, worthOf } from '../bills';
import type { Table } from './table';

/** What is kept between two states, so that only news is computed and told. */
interface Told {
  backs: number;
  events: number;
  sent: number;
}

/** Makes the states of one table for the page that shows it. */
export class StateMaker {
  private seq = 0;
  private told: Told | null = null;

  /** The state for a page that looks at a seat, or at none. `thinksLess`: bots were cut short on this device. */
  make(table: Table, looking: number | null, thinksLess: boolean): State {
    const seat = seatShown(table, looking);
    const view = table.game.view(seat);
    return {
      type: 'state',
      seq: ++this.seq,
      table: tableInfo(table),
      game: gameInfo(table, view, thinksLess),
      view: plain(view),
      ...this.newEvents(table),
      now: Date.now() / 1000,
    };
  }

  /** The events since the last state; all of them after a choice was taken back. */
  private newEvents({ backs, game, setting }: Table): Pick<State, 'events' | 'events_from'> {
    const known = this.told?.backs === backs ? this.told : { backs, events: 0, sent: 0 };
    const events = eventsOf(game.eventsAfter(known.events), setting);
    this.told = { backs, events: game.eventCount, sent: known.sent + events.length };
    return { events_from: known.sent, events };
  }
}

/** The seat whose view is shown: one's own, or at a shared device the one that was asked for. */
export function seatShown({ yours }: Table, looking: number | null): number | null {
  if (yours.length === 1) return yours[0]!;
  return looking !== null && yours.includes(looking) ? looking : null;
}

function tableInfo(table: Table): TableInfo {
  const { id, phase, setting, options, yours, hints, rematch, lesson, beginning } = table;
  const { rehearsal } = beginning;
  return {
    id,
    phase,
    setting: setting.toJSON(),
    options,
    seats: table.seats.map((_, place) => seatInfo(table, place)),
    yours,
    host: true,
    code: null,
    code_until: null,
    key: null,
    fairness: null,
    rehearsal: rehearsal && { table: rehearsal.table, frame: rehearsal.frame, seat: rehearsal.seat },
    hints,
    take_back: yours.some((seat) => table.mayTakeBack(seat)),
    watchers: 0,
    rematch,
    lesson: lesson?.name ?? null,
  };
}

function seatInfo({ seats }: Table, place: number): SeatInfo {
  const { kind, name, shape, bot, guest } = seats[place]!;
  return { seat: place, kind, name, shape, bot, online: true, minded: false, host: kind === 'person' && !guest };
}

function gameInfo(table: Table, view: View, thinksLess: boolean): GameInfo {
  return {
    number: table.moment,
    to_move: table.toMove,
    turns: table.setting.turns,
    worth: worthOf(view),
    gains: gainsOf(view),
    bill: billsOf(table.game.scores),
    deadline: table.deadline,
    busy: thinksLess,
  };
}

/** A view as plain data, which can be sent to another thread. */
export const plain = (view: View): NonNullable<State['view']> => ({ ...view.toJSON() });

/** The line of a table in a list. */
export function lineOf(table: Table): TableLine {
  const { id, phase, setting, seats, game, updated, yours, toMove } = table;
  return {
    id,
    phase,
    setting: setting.toJSON(),
    names: seats.map(({ name, bot }) => name || bot || ''),
    shapes: seats.map(({ shape }) => shape),
    scores: game.totals,
    winners: game.winners,
    round: game.round,
    updated,
    yours,
    your_turn: phase === 'playing' && yours.some((seat) => toMove.includes(seat)),
  };
}
