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
  private opened: Promise<IDBDatabase> | null = null;
  private isOutdated = false;

  /** The database, which is opened when it is first needed; refused where the browser allows none. */
  private async database(): Promise<IDBDatabase> {
    if (this.isOutdated) throw outdated();
    this.opened ??= openDatabase();
    try {
      const database = await this.opened;
      // A newer page in another tab must be able to upgrade it.
      database.onversionchange = () => {
        this.isOutdated = true;
        database.close();
      };
      database.onclose = () => (this.opened = null);
      return database;
    } catch (problem) {
      this.opened = null;
      throw problem;
    }
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

  private async read<Value>(name: Store, ask: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
    return settled(ask((await this.transaction([name], 'readonly')).objectStore(name)));
  }

  private async transaction(names: Store[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    const database = await this.database();
    try {
      return database.transaction(names, mode, { durability: 'strict' });
    } catch (error) {
      throw this.isOutdated ? outdated() : problemOf(error as DOMException);
    }
  }

  private async write(names: Store[], change: Change): Promise<void> {
    const transaction = await this.transaction(names, 'readwrite');
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

async function openDatabase(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      result.createObjectStore('rows', { keyPath: ['table', 'number'] });
      result.createObjectStore('tables', { keyPath: 'id' });
      result.createObjectStore('results', { keyPath: 'table' }).createIndex('at', 'at');
      result.createObjectStore('reviews');
    };
    return await settled(request);
  } catch (error) {
    // Where storing is forbidden, some browsers throw when they are asked, and others have no `indexedDB` at all.
    throw error instanceof Refusal ? error : problemOf(error instanceof DOMException ? error : null);
  }
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

/** Another tab has a newer page, which may store games in another way. */
const outdated = () => new Refusal({ code: 'newer-page', params: {} });

/** A `Conflict`, or why this browser does not store games. */
function problemOf(error: DOMException | null): Error {
  if (error?.name === 'ConstraintError') return new Conflict();
  if (error?.name === 'VersionError') return outdated();
  return new Refusal({ code: error?.name === 'QuotaExceededError' ? 'device-full' : 'no-storage', params: {} });
}
