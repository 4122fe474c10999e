// The database of this device: logs of tables, what lists say of them, results and reviews.
import { Refusal } from '../../source/refusal';
import type { Review, TableLine } from '../../wire/wire.gen';
import type { Row } from './log';
import type { StoredResult } from './results';

const NAME = 'okawari';
const VERSION = 1;
/** The most results that are stored; when there are more, the oldest is deleted. */
export const MOST_RESULTS = 1_000;

/** What is stored of a table beside its log. */
export interface Summary {
  readonly id: string;
  readonly line: TableLine;
  /** Whether it is in lists. */
  readonly listed: boolean;
}

/** Another tab has written a row with the same number. */
export class Conflict extends Error {}

export class Storage {
  private constructor(private readonly database: IDBDatabase) {}

  /** Open the database; refused where the browser allows none. */
  static async open(): Promise<Storage> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      result.createObjectStore('rows', { keyPath: ['table', 'number'] });
      result.createObjectStore('tables', { keyPath: 'id' });
      result.createObjectStore('results', { keyPath: 'table' }).createIndex('at', 'at');
      result.createObjectStore('reviews');
    };
    const database = await settled(request);
    // A later version in another tab must be able to upgrade it.
    database.onversionchange = () => database.close();
    return new Storage(database);
  }

  /** The rows of a table after a number, in order; none if there is no such table. */
  rows(table: string, after = 0): Promise<Row[]> {
    const range = IDBKeyRange.bound([table, after], [table, Infinity], true);
    return this.read('rows', (rows) => rows.getAll(range));
  }

  /** Append rows to a log, with what else changes by them: all or nothing, and durable once it resolves. */
  async append(rows: readonly Row[], summary: Summary, result: StoredResult | null = null): Promise<void> {
    await this.write(['rows', 'tables', 'results'], (store, abort) => {
      if (rows[0]!.number > 1) mustExist(store('tables'), summary.id, abort);
      for (const row of rows) store('rows').add(row);
      store('tables').put(summary);
      if (result) putResult(store('results'), result);
    });
  }

  summaries(): Promise<Summary[]> {
    return this.read('tables', (tables) => tables.getAll());
  }

  /** Delete a table with its log, review and result. */
  async deleteTable(id: string): Promise<void> {
    await this.write(['rows', 'tables', 'results', 'reviews'], (store) => {
      store('rows').delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
      for (const name of ['tables', 'results', 'reviews'] as const) store(name).delete(id);
    });
  }

  async deleteAll(): Promise<void> {
    const all = ['rows', 'tables', 'results', 'reviews'] as const;
    await this.write([...all], (store) => all.forEach((name) => store(name).clear()));
  }

  results(): Promise<StoredResult[]> {
    return this.read('results', (results) => results.getAll());
  }

  async clearResults(): Promise<void> {
    await this.write(['results'], (store) => store('results').clear());
  }

  review(table: string): Promise<Review | undefined> {
    return this.read('reviews', (reviews) => reviews.get(table));
  }

  async saveReview(table: string, review: Review): Promise<void> {
    await this.write(['reviews'], (store) => store('reviews').put(review, table));
  }

  private read<Value>(name: Store, ask: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
    return settled(ask(this.database.transaction(name).objectStore(name)));
  }

  private write(names: Store[], change: Change): Promise<void> {
    const transaction = this.database.transaction(names, 'readwrite', { durability: 'strict' });
    let refusal: Refusal | null = null;
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(refusal ?? problemOf(transaction.error));
    });
    const abort = (problem: Refusal) => {
      refusal = problem;
      transaction.abort();
    };
    change((name) => transaction.objectStore(name), abort);
    return done;
  }
}

/** Store a result, and delete the oldest if there are too many. */
function putResult(results: IDBObjectStore, result: StoredResult): void {
  results.put(result);
  const counted = results.count();
  counted.onsuccess = () => {
    if (counted.result <= MOST_RESULTS) return;
    const oldest = results.index('at').openCursor();
    oldest.onsuccess = () => oldest.result?.delete();
  };
}

type Change = (store: (name: Store) => IDBObjectStore, abort: (problem: Refusal) => void) => void;

/** A table that was deleted in another tab gets no more rows. */
function mustExist(tables: IDBObjectStore, id: string, abort: (problem: Refusal) => void): void {
  const found = tables.count(id);
  found.onsuccess = () => found.result || abort(new Refusal({ code: 'unknown-table', params: {} }));
}

type Store = 'rows' | 'tables' | 'results' | 'reviews';

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(problemOf(request.error));
  });
}

/** A `Conflict`, or why this browser does not store games. */
function problemOf(error: DOMException | null): Error {
  if (error?.name === 'ConstraintError') return new Conflict();
  return new Refusal({ code: error?.name === 'QuotaExceededError' ? 'device-full' : 'no-storage', params: {} });
}
