// All tables of this device: new ones, those that the page shows, lists, records and what follows from them.
import type { GameRecord, Okawari, RecordJson } from 'okawari';
import { TABLES } from '../../facts/tables';
import { randomHex } from '../../lib/hex';
import { Refusal } from '../../source/refusal';
import type { FinishedGame } from '../../source/finishedGame';
import type { Replay, Review, TableLine } from '../../wire/wire.gen';
import { replayOf } from '../replays';
import type { Thinkers } from '../thinking/thinkers';
import { LiveTable, type Surroundings, type TableNews } from './live';
import { numbered, type Beginning, type Row } from './log';
import { beginLesson, beginRehearsal, beginRematch, beginTable } from './opening';
import type { Owner, WantedLesson, WantedTable } from './opening';
import { agree, countPacked, packed, unpacked, type PackedTable } from './packing';
import { resultOf } from './results';
import { lineOf } from './state';
import { Storage } from './storage';
import { Table } from './table';

/** By this the page knows that a table is on this device. */
const PREFIX = 'd-';
const ID_BYTES = 8;

export class TablesHere {
  private readonly storage = new Storage();
  private readonly shown = new Map<string, LiveTable>();

  constructor(
    private readonly okawari: Okawari,
    private readonly thinkers: Thinkers,
    private readonly tell: (news: TableNews) => void,
  ) {
    sweep(this.storage).catch(() => undefined);
  }

  setTable(wanted: WantedTable, owner: Owner): Promise<string> {
    return this.set(beginTable(wanted, owner, now()));
  }

  setLesson(wanted: WantedLesson, owner: Owner): Promise<string> {
    return this.set(beginLesson(wanted, owner, now()));
  }

  /** Set a rehearsal; `origin` is the id of the table of a record that is elsewhere. */
  async setRehearsal(
    game: FinishedGame,
    frame: number,
    seat: number,
    owner: Owner,
    origin: string | null,
  ): Promise<string> {
    const record = await this.recordOf(game);
    const table = 'table' in game ? game.table : origin;
    return this.set(beginRehearsal(record, { table, frame, seat }, owner, now()));
  }

  /** Show a table from now on: its states are told. */
  async open(id: string, pace: number): Promise<void> {
    const table = await this.read(id);
    this.leave(id);
    const around: Surroundings = {
      storage: this.storage,
      thinkers: this.thinkers,
      tell: this.tell,
      rematch: (over) => this.set(beginRematch(over, now())),
      discard: (next) => this.storage.deleteTable(next),
    };
    this.shown.set(id, new LiveTable(table, around, pace));
  }

  /** A table that is shown. */
  live(id: string): LiveTable {
    const found = this.shown.get(id);
    if (!found) throw unknownTable();
    return found;
  }

  leave(id: string): void {
    this.shown.get(id)?.leave();
    this.shown.delete(id);
  }

  /** The record of a finished game. */
  async record(id: string): Promise<RecordJson> {
    return (await this.finished(id)).record.toJSON();
  }

  async replay(game: FinishedGame): Promise<Replay> {
    if ('record' in game) return replayOf(await this.recordOf(game));
    const { record, seats, yours } = await this.finished(game.table);
    return replayOf(record, { shapes: seats.map(({ shape }) => shape), yours });
  }

  /** The coach's review of a game; that of a table is computed once. */
  async review(game: FinishedGame, signal: AbortSignal): Promise<Review> {
    const known = 'table' in game ? await this.storage.review(game.table) : undefined;
    if (known) return known;
    const record = await this.recordOf(game);
    const review = await this.thinkers.review(record.toJSON(), signal);
    if ('table' in game) await this.storage.saveReview(game.table, review);
    return review;
  }

  /** A table as data that another device can take over. */
  async pack(id: string): Promise<PackedTable> {
    return packed(await this.rows(id));
  }

  /** What a list would say of a table from another device. */
  packedLine(data: unknown): TableLine {
    return lineOf(unpacked(data, this.okawari, now()).table);
  }

  /** Take over a copy of a table from another device; gives its id. */
  async unpack(data: unknown): Promise<string> {
    const { rows } = unpacked(data, this.okawari, now());
    const id = rows[0]!.table;
    const known = await this.storage.rows(id);
    if (known.length && !agree(rows, known)) return this.copyOf(rows);
    await this.store(numbered(rows.slice(countPacked(known)), id, known.length, rows.at(-1)!.at), known);
    return id;
  }

  /** A table of its own with the same rows: the game has gone on in another way here. */
  private async copyOf(rows: readonly Row[]): Promise<string> {
    const table = newId();
    await this.store(
      rows.map((row) => ({ ...row, table })),
      [],
    );
    return table;
  }

  private async set(data: Beginning): Promise<string> {
    const id = newId();
    await this.store(numbered([{ kind: 'set', data }], id, 0, now()), []);
    return id;
  }

  /** Store rows of a table after those that are known. */
  private async store(rows: readonly Row[], known: readonly Row[]): Promise<void> {
    if (!rows.length) return;
    const table = Table.fromLog(this.okawari, [...known, ...rows]);
    const result = table.phase === 'over' ? resultOf(table) : null;
    await this.storage.append(rows, { id: table.id, line: lineOf(table), listed: table.listed }, result);
  }

  private async read(id: string): Promise<Table> {
    return Table.fromLog(this.okawari, await this.rows(id));
  }

  private async rows(id: string): Promise<Row[]> {
    const rows = await this.storage.rows(id);
    if (!rows.length) throw unknownTable();
    return rows;
  }

  private async finished(id: string): Promise<Table> {
    const table = await this.read(id);
    if (!table.game.over) throw new Refusal({ code: 'not-over', params: {} });
    return table;
  }

  /** The record of a table, or one that was opened from a file, which is verified. */
  private async recordOf(game: FinishedGame): Promise<GameRecord> {
    if ('table' in game) return (await this.finished(game.table)).record;
    const record = this.okawari.record(JSON.parse(game.record));
    const [problem] = record.verify();
    if (problem) throw new Refusal({ code: problem, params: {} });
    if (!record.fields.over) throw new Refusal({ code: 'not-over', params: {} });
    return record;
  }
}

/** Delete tables that are in no list and were not changed for long. */
async function sweep(storage: Storage): Promise<void> {
  const old = (await storage.summaries()).filter(
    ({ listed, line }) => !listed && line.updated < now() - TABLES.rehearsal,
  );
  for (const { id } of old) await storage.deleteTable(id);
}

const newId = () => PREFIX + randomHex(ID_BYTES);
const now = () => Date.now() / 1000;
const unknownTable = () => new Refusal({ code: 'unknown-table', params: {} });
