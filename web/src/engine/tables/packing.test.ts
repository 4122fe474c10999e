// @vitest-environment node
import { beforeAll, expect, test } from 'vitest';
import { bots, load, type Okawari } from 'okawari';
import { compact } from '../../lib/compact';
import { choice, choose, pause, takeBack } from './commands';
import { numbered, type Entry, type Row } from './log';
import { beginLesson, beginTable } from './opening';
import { agree, countPacked, packed, unpacked, type PackedTable } from './packing';
import { Table } from './table';

const NOW = 1_800_000_000;
const OWNER = { name: 'Ania', shape: 1 };
let okawari: Okawari;

beforeAll(async () => {
  okawari = await load();
});

/** A table whose log grows. */
class Played {
  readonly rows: Row[];
  table: Table;

  constructor(menu: string, seats: number) {
    const setting = { menu, seats, dessert: null, variant: null, must_have_maki: false };
    const options = { clock: 'quick', spectators: false, public: false, hints: null } as const;
    const bot = { kind: 'bot', bot: 'hana' } as const;
    const wanted = { setting, options, seats: [{ kind: 'you' } as const, ...Array(seats - 1).fill(bot)] };
    this.rows = numbered([{ kind: 'set', data: beginTable(wanted, OWNER, NOW) }], 'd-0123456789abcdef', 0, NOW);
    this.table = Table.fromLog(okawari, this.rows);
  }

  add(entry: Entry): this {
    const [row] = numbered([entry], this.table.id, this.table.rows, NOW + this.rows.length);
    this.rows.push(row!);
    this.table.apply(row!);
    return this;
  }

  /** All seats choose, for some turns, or until the game is over. */
  play(turns = Infinity): this {
    const bot = bots.make('hana', 1);
    for (let n = 0; n < turns && this.table.phase !== 'over'; n++) {
      for (const seat of this.table.toMove) {
        this.add(choice(this.table, seat, bot.choose(this.table.game.view(seat)).text, NOW));
      }
    }
    return this;
  }
}

const seen = ({ moment, phase, game, steps }: Table) => ({ moment, phase, steps, record: game.record.toJSON() });

test('a table is the same on the other device, with what was taken back and paused', () => {
  const { rows, table } = new Played('sushi-go-first', 3).play(4);
  const played = new Played('sushi-go-first', 3).play(4);
  played.add(takeBack(played.table, 0, NOW)).play(1);
  played
    .add(pause(played.table, true, NOW)!)
    .add(pause(played.table, false, NOW)!)
    .play(2);
  played.add({ kind: 'clock', until: NOW + 60 });
  const data = JSON.parse(JSON.stringify(packed(played.rows)));
  const there = unpacked(data, okawari, NOW + 100);
  expect(seen(there.table)).toEqual(seen(played.table));
  expect(there.rows).toHaveLength(countPacked(played.rows));
  expect(agree(there.rows, played.rows)).toBe(true);
  expect(seen(Table.fromLog(okawari, rows))).toEqual(seen(table));
  expect(agree(played.rows, rows)).toBe(false);
});

test('a whole game of Sushi Roll with five fits into a QR code that a camera can read', async () => {
  const { rows } = new Played('sushi-roll', 5).play();
  expect((await compact(packed(rows))).length).toBeLessThan(1000);
});

test('lessons are not taken along', () => {
  const setting = { menu: 'sushi-go-first', seats: 2, dessert: null, variant: null, must_have_maki: false };
  const data = beginLesson({ name: 'first', seed: 1, turns: null, setting }, OWNER, NOW);
  expect(() => packed(numbered([{ kind: 'set', data }], 'd-0123456789abcdef', 0, NOW))).toThrow('not-allowed');
});

test('data that are no table, or that the rules refuse, are told so', () => {
  const good = packed(new Played('sushi-go-2014', 2).play(3).rows);
  const { beginning, entries } = good;
  const other = (changes: Partial<Record<keyof PackedTable, unknown>>) => ({ ...good, ...changes });
  const begun = (changes: object) => other({ beginning: { ...beginning, ...changes } });
  const bad: unknown[] = [
    null,
    'table',
    [],
    {},
    other({ format: 2 }),
    other({ table: 'd-1' }),
    other({ table: '__proto__' }),
    other({ at: '1' }),
    other({ at: NaN }),
    other({ beginning: null }),
    other({ entries: 'all' }),
    other({ entries: [...entries, [0, 'pizza']] }),
    other({ entries: [...entries, [7, 'egg']] }),
    other({ entries: [...entries, [0.5, 'egg']] }),
    other({ entries: [...entries, [0, { text: 'egg' }]] }),
    other({ entries: [...entries, null] }),
    other({ entries: [{ back: 1 }] }),
    other({ entries: [{ paused: 'yes' }] }),
    other({ entries: Array.from({ length: 100_000 }, () => ({ paused: true })) }),
    begun({ seed: '00' }),
    begun({ setting: { ...beginning.setting, menu: 'pizza' } }),
    begun({ setting: { ...beginning.setting, seats: 5 } }),
    begun({ seats: [] }),
    begun({ seats: beginning.seats.map((seat) => ({ ...seat, bot: 'hal' })) }),
    begun({ seats: beginning.seats.map((seat) => ({ ...seat, shape: 9 })) }),
    begun({ options: { clock: 'never', hints: null } }),
  ];
  for (const data of bad) expect(() => unpacked(data, okawari, NOW), JSON.stringify(data)).toThrow('bad-table');
  expect(unpacked(good, okawari, NOW).rows).toHaveLength(entries.length + 1);
});

test('a choice for a turn that is over, or for a seat of a bot, is refused', () => {
  const { table } = new Played('sushi-go-first', 2).play(1);
  const [move] = table.game.moves(0);
  expect(() => choose(table, 0, move!.text, table.moment - 1, NOW)).toThrow('stale');
  expect(() => choose(table, 1, move!.text, table.moment, NOW)).toThrow('not-your-seat');
});
