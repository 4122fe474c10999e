// A table as data that is taken to another device, as a file or in a link, which has room for few bytes.
import { BadFile, type Okawari } from 'okawari';
import { numbered, type Beginning, type Entry, type Row } from './log';
import { Table } from './table';

const FORMAT = 1;

/** A choice is a seat and a move. Clocks begin anew on the other device. */
type PackedEntry = [seat: number, move: string] | Exclude<Entry, { kind: 'set' | 'choose' | 'clock' }>;

/** A table with its whole log. It holds the seed, and so every hand: it is for its owner. */
export interface PackedTable {
  readonly okawari: 'table';
  readonly format: number;
  readonly table: string;
  /** When it was last changed. */
  readonly at: number;
  readonly beginning: Beginning;
  readonly entries: readonly PackedEntry[];
}

export function packed(rows: readonly Row[]): PackedTable {
  const [first, ...others] = rows;
  if (first?.kind !== 'set') throw new TypeError('A log begins with how the table was set.');
  return {
    okawari: 'table',
    format: FORMAT,
    table: first.table,
    at: Math.round(rows.at(-1)!.at),
    beginning: { ...first.data, until: null },
    entries: others.flatMap(packedEntry),
  };
}

/** The rows of a packed table, after they were replayed; `BadFile` if that is none, or the rules refuse a move. */
export function unpacked(data: unknown, okawari: Okawari): Row[] {
  const { okawari: what, format } = (data ?? {}) as Partial<PackedTable>;
  if (what !== 'table' || format !== FORMAT) throw new BadFile('bad-format', { what: 'table', format: FORMAT });
  try {
    const rows = rowsOf(data as PackedTable);
    Table.fromLog(okawari, rows);
    return rows;
  } catch (problem) {
    throw new BadFile('bad-record', { problem: problem instanceof Error ? problem.message : String(problem) });
  }
}

/** Whether two logs say the same as far as both go. */
export function agree(one: readonly Row[], other: readonly Row[]): boolean {
  const [a, b] = [packed(one), packed(other)];
  const isSame = (x: unknown, y: unknown) => JSON.stringify(x) === JSON.stringify(y);
  return (
    isSame(a.beginning, b.beginning) && a.entries.every((entry, n) => !(n in b.entries) || isSame(entry, b.entries[n]))
  );
}

/** A row as an entry in a list; none for what is not packed. */
function packedEntry(row: Row): PackedEntry[] {
  switch (row.kind) {
    case 'set':
    case 'clock':
      return [];
    case 'choose':
      return [[row.seat, row.move]];
    case 'back':
      return [{ kind: 'back', seat: row.seat, until: null }];
    case 'pause':
      return [{ kind: 'pause', paused: row.paused, until: null }];
    case 'rematch':
      return [{ kind: 'rematch', next: row.next }];
  }
}

function rowsOf({ table, at, beginning, entries }: PackedTable): Row[] {
  if (!/^d-[0-9a-f]{16}$/.test(table)) throw new TypeError('table');
  if (!/^[0-9a-f]{64}$/.test(beginning.seed)) throw new TypeError('seed');
  const log = entries.map((entry): Entry =>
    Array.isArray(entry) ? { kind: 'choose', seat: entry[0], move: entry[1], until: null } : entry,
  );
  return numbered([{ kind: 'set', data: beginning }, ...log], table, 0, at);
}
