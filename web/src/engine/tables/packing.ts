// A table as data that is taken to another device, as a file or in a link, which has room for few bytes.
import { Setting, type Okawari } from 'okawari';
import { TABLES } from '../../facts/tables';
import { Refusal } from '../../source/refusal';
import type { Options } from '../../wire/wire.gen';
import { numbered, type Beginning, type Entry, type Row, type Seat } from './log';
import { cleanName, isLevel } from './opening';
import { Table } from './table';

const FORMAT = 1;
/** More entries than any game has: to replay them takes no longer than a moment. */
const MOST_ENTRIES = 2000;

/** A choice is a seat and a move. Clocks begin anew on the other device, and a rematch is not there. */
type PackedEntry = [seat: number, move: string] | { back: number } | { paused: boolean };

/** A table with its whole log. It holds the seed, and so every hand: it is for its owner. */
export interface PackedTable {
  readonly okawari: 'table';
  readonly format: number;
  readonly table: string;
  /** When it was last changed. */
  readonly at: number;
  readonly beginning: Pick<Beginning, 'setting' | 'options' | 'seats' | 'seed'>;
  readonly entries: readonly PackedEntry[];
}

/** The table of a log; refused for a lesson or a rehearsal, which is soon set again. */
export function packed(rows: readonly Row[]): PackedTable {
  const [first, ...others] = rows;
  if (first?.kind !== 'set') throw new TypeError('A log begins with how the table was set.');
  const { setting, options, seats, seed, lesson, rehearsal } = first.data;
  if (lesson || rehearsal) throw new Refusal({ code: 'not-allowed', params: {} });
  return {
    okawari: 'table',
    format: FORMAT,
    table: first.table,
    at: Math.round(rows.at(-1)!.at),
    beginning: { setting, options, seats, seed },
    entries: others.flatMap(packedEntry),
  };
}

/** How many rows of a log are packed. */
export function countPacked(rows: readonly Row[]): number {
  return rows.filter((row) => row.kind === 'set' || packedEntry(row).length).length;
}

/** The rows of a packed table and the table after them; refused if the data are no such table, or break the rules. */
export function unpacked(data: unknown, okawari: Okawari, now: number): { rows: Row[]; table: Table } {
  try {
    const rows = rowsOf(data as PackedTable, now);
    return { rows, table: replayed(okawari, rows) };
  } catch {
    throw new Refusal({ code: 'bad-table', params: {} });
  }
}

/** Whether two logs say the same as far as both go. */
export function agree(one: readonly Row[], other: readonly Row[]): boolean {
  const [a, b] = [packed(one), packed(other)];
  const isSame = (x: unknown, y: unknown) => JSON.stringify(x) === JSON.stringify(y);
  const both = Math.min(a.entries.length, b.entries.length);
  return isSame(a.beginning, b.beginning) && isSame(a.entries.slice(0, both), b.entries.slice(0, both));
}

/** A row as an entry in a list; none for what is not packed. */
function packedEntry(row: Row): PackedEntry[] {
  switch (row.kind) {
    case 'set':
    case 'clock':
    case 'rematch':
      return [];
    case 'choose':
      return [[row.seat, row.move]];
    case 'back':
      return [{ back: row.seat }];
    case 'pause':
      return [{ paused: row.paused }];
  }
}

function rowsOf({ okawari, format, table, at, beginning, entries }: PackedTable, now: number): Row[] {
  must(okawari === 'table' && format === FORMAT);
  must(/^d-[0-9a-f]{16}$/.test(table) && Number.isFinite(at));
  must(Array.isArray(entries) && entries.length <= MOST_ENTRIES);
  const log = [{ kind: 'set', data: beginningOf(beginning) } as const, ...entries.map(entryOf)];
  return numbered(log, table, 0, Math.min(at, now));
}

function beginningOf({ setting, options, seats, seed }: PackedTable['beginning']): Beginning {
  must(/^[0-9a-f]{64}$/.test(seed));
  const known = Setting.fromJSON({ ...setting });
  must(Array.isArray(seats) && seats.length === known.seats);
  return {
    setting: known.toJSON(),
    options: optionsOf(options),
    seats: seats.map(seatOf),
    seed,
    until: null,
    lesson: null,
    rehearsal: null,
  };
}

function optionsOf({ clock, hints }: Options): Options {
  must(['none', 'relaxed', 'quick'].includes(clock) && (hints === null || typeof hints === 'boolean'));
  return { clock, spectators: false, public: false, hints };
}

function seatOf({ kind, name, shape, bot, guest }: Seat): Seat {
  must((kind === 'person' && bot === null) || (kind === 'bot' && isLevel(bot)));
  must(typeof name === 'string' && TABLES.shapes.includes(shape) && typeof guest === 'boolean');
  return { kind, name: cleanName(name), shape, bot, guest };
}

function entryOf(entry: PackedEntry): Entry {
  if (!Array.isArray(entry)) {
    if ('back' in entry) return { kind: 'back', seat: seatNumber(entry.back), until: null };
    must(typeof entry.paused === 'boolean');
    return { kind: 'pause', paused: entry.paused, until: null };
  }
  const [seat, move] = entry;
  must(typeof move === 'string');
  return { kind: 'choose', seat: seatNumber(seat), move, until: null };
}

function seatNumber(seat: number): number {
  must(Number.isInteger(seat) && seat >= 0);
  return seat;
}

function replayed(okawari: Okawari, [first, ...others]: readonly Row[]): Table {
  const table = Table.fromLog(okawari, [first!]);
  for (const row of others) {
    must(row.kind !== 'back' || table.mayTakeBack(row.seat));
    must(row.kind !== 'pause' || table.phase !== 'over');
    table.apply(row);
  }
  return table;
}

function must(holds: boolean): void {
  if (!holds) throw new TypeError('These data are no packed table.');
}
