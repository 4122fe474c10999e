// The commands of a table on this device: each gives the entry of the log that carries it out, or is refused.
import { TABLES } from '../../facts/tables';
import { Refusal } from '../../source/refusal';
import type { Options, Problem } from '../../wire/wire.gen';
import type { Entry } from './log';
import type { Table } from './table';

/** When the time of a turn that begins now is up; it begins when the page has shown the one before. */
export function deadlineOf({ clock }: Options, inTurns: boolean, now: number): number | null {
  if (clock === 'none') return null;
  return now + TABLES.clocks[clock] + (inTurns ? TABLES.move_shown : TABLES.turn_shown);
}

/** A choice of a person: `number` says which turn it is meant for. */
export function choose(table: Table, seat: number, move: string, number: number, now: number): Entry {
  mustHold(table, seat);
  must(table.phase !== 'paused', 'paused');
  must(table.phase === 'playing', 'not-playing');
  must(number === table.moment, 'stale', { number: table.moment });
  return choice(table, seat, move, now);
}

/** The entry of a choice, with the move in canonical notation; `IllegalMove` if the rules forbid it. */
export function choice(table: Table, seat: number, move: string, now: number): Entry {
  const { text } = table.game.check(seat, move);
  return { kind: 'choose', seat, move: text, until: untilOf(table, now) };
}

export function takeBack(table: Table, seat: number, now: number): Entry {
  mustHold(table, seat);
  must(table.phase === 'playing' || table.phase === 'paused', 'not-playing');
  if (!table.mayTakeBack(seat)) {
    const never = table.yours.length > 1 || table.phase === 'paused';
    throw new Refusal({ code: never ? 'no-take-back' : 'nothing-to-take-back', params: {} });
  }
  return { kind: 'back', seat, until: untilOf(table, now) };
}

/** Pause the game and its clock, or resume them; null if that is so already. */
export function pause(table: Table, paused: boolean, now: number): Entry | null {
  must(table.phase === 'playing' || table.phase === 'paused', 'not-playing');
  if (paused === (table.phase === 'paused')) return null;
  const full = untilOf(table, now);
  const until = paused || full === null || table.left === null ? null : Math.min(now + table.left, full);
  return { kind: 'pause', paused, until };
}

/**
 * A new deadline where the clock ran out while nobody was there, was set by a clock that was wrong, or stayed on another
 * device; else null.
 */
export function restartClock(table: Table, now: number): Entry | null {
  const until = untilOf(table, now);
  if (table.phase !== 'playing' || until === null) return null;
  const runs = table.deadline !== null && table.deadline > now && table.deadline <= until;
  return runs ? null : { kind: 'clock', until };
}

/** The seat whose hint is asked for must be one's own, and to move. */
export function checkHint(table: Table, seat: number): void {
  mustHold(table, seat);
  must(table.hints, 'no-hints');
  must(table.phase === 'playing' && table.toMove.includes(seat), 'not-playing');
}

export function mustHold(table: Table, seat: number): void {
  must(table.yours.includes(seat), 'not-your-seat', { seat });
}

const untilOf = (table: Table, now: number) => deadlineOf(table.options, table.setting.inTurns, now);

function must(holds: boolean, code: string, params: Problem['params'] = {}): void {
  if (!holds) throw new Refusal({ code, params });
}
