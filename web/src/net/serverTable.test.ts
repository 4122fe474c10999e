import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { state } from '../wire/state.fixture';
import type { FromBrowser, FromServer } from '../wire/wire.gen';
import { ServerTable } from './serverTable';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: FromBrowser[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  say(...messages: FromServer[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }

  asked<T extends FromBrowser['type']>(type: T): Extract<FromBrowser, { type: T }>[] {
    return this.sent.filter((message): message is Extract<FromBrowser, { type: T }> => message.type === type);
  }
}

let table: ServerTable;

/** Wait for a new socket, and open it. */
async function newSocket(milliseconds = 0): Promise<FakeSocket> {
  const before = FakeSocket.all.length;
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(FakeSocket.all).toHaveLength(before + 1);
  const last = FakeSocket.all.at(-1)!;
  last.open();
  return last;
}

async function sitDown(): Promise<FakeSocket> {
  table = new ServerTable('table', 'secret');
  const opened = await newSocket();
  opened.say({ type: 'ack', id: 'hello' }, state());
  return opened;
}

beforeEach(() => {
  localStorage.clear();
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
});

afterEach(() => {
  table.leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a table is greeted, and then known', async () => {
  const { url, sent } = await sitDown();
  expect(url).toMatch(/^ws:.*\/ws\/tables\/table$/);
  expect(sent).toMatchObject([{ type: 'hello', version: 5, key: 'secret', events: 0 }]);
  expect([table.connection, table.yours]).toEqual(['open', [0]]);
});

test('a missing update leads to one refresh, and updates are ignored until the state', async () => {
  const server = await sitDown();
  server.say({ type: 'update', seq: 2, game: { number: 2 }, events_from: 1, events: [{ event: 'pass' }] });
  server.say({ type: 'update', seq: 4, game: { number: 4 } }, { type: 'update', seq: 5, game: { number: 5 } });
  const asked = server.asked('refresh');
  expect(asked).toMatchObject([{ events: 2 }]);
  server.say({ type: 'ack', id: asked[0]!.id }, { type: 'update', seq: 6, game: { number: 6 } });
  expect(table.game!.number).toBe(2);
  server.say(state({ seq: 7, events_from: 2, events: [{ event: 'deal', round: 2 }] }));
  server.say({ type: 'update', seq: 8, game: { number: 8 } });
  expect(table.game!.number).toBe(8);
  expect(table.events.map(({ event }) => event)).toEqual(['deal', 'pass', 'deal']);
  expect(server.asked('refresh')).toHaveLength(1);
  server.say({ type: 'update', seq: 10 });
  expect(server.asked('refresh')).toHaveLength(2);
});

test('a new connection numbers its messages anew', async () => {
  const server = await sitDown();
  server.say({ type: 'update', seq: 2 }, { type: 'update', seq: 4 });
  server.close();
  expect(table.connection).toBe('lost');
  const again = await newSocket(1000);
  expect(again.sent).toMatchObject([{ type: 'hello', events: 1 }]);
  again.say(state({ seq: 1, events_from: 1, events: [] }), { type: 'update', seq: 2, game: { number: 2 } });
  expect([table.connection, table.game!.number]).toEqual(['open', 2]);
  expect(again.asked('refresh')).toEqual([]);
});

test('a request is answered, or sent again on the next connection', async () => {
  const server = await sitDown();
  const refused = table.ask({ type: 'pause', paused: true });
  server.say({ type: 'refused', id: server.asked('pause')[0]!.id, problem: { code: 'not-host', params: {} } });
  expect(await refused).toEqual({ code: 'not-host', params: {} });
  const done = table.ask({ type: 'choose', seat: 0, move: 'squid', number: 1 });
  server.close();
  const again = await newSocket(1000);
  expect(again.asked('choose')).toEqual(server.asked('choose'));
  again.say({ type: 'ack', id: again.asked('choose')[0]!.id });
  expect(await done).toBeNull();
});

test('offline is noticed at once, and so is the way back', async () => {
  await sitDown();
  dispatchEvent(new Event('offline'));
  expect(table.connection).toBe('offline');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.all.at(-1)!.close();
  expect(table.connection).toBe('offline');
  vi.restoreAllMocks();
  const before = FakeSocket.all.length;
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(before + 1);
  FakeSocket.all.at(-1)!.open();
  FakeSocket.all.at(-1)!.say(state());
  expect(table.connection).toBe('open');
});

test('of the choices without a connection the last one is sent', async () => {
  const server = await sitDown();
  const hint = table.ask({ type: 'hint', seat: 0 });
  server.close();
  const given = table.ask({ type: 'choose', seat: 0, move: 'squid', number: 1 });
  const other = table.ask({ type: 'choose', seat: 1, move: 'egg', number: 1 });
  const last = table.ask({ type: 'choose', seat: 0, move: 'tempura', number: 1 });
  expect(await given).toBeNull();
  const again = await newSocket(1000);
  expect(again.asked('choose').map(({ move }) => move)).toEqual(['egg', 'tempura']);
  for (const { id } of [...again.asked('choose'), ...again.asked('hint')]) again.say({ type: 'ack', id });
  expect(await Promise.all([hint, other, last])).toEqual([null, null, null]);
});

test('a choice that comes too late after a lost connection says so', async () => {
  const stale = { code: 'stale', params: {} };
  const server = await sitDown();
  const quick = table.ask({ type: 'choose', seat: 0, move: 'squid', number: 1 });
  server.say({ type: 'refused', id: server.asked('choose')[0]!.id, problem: stale });
  expect(await quick).toEqual(stale);
  const lost = table.ask({ type: 'choose', seat: 0, move: 'squid', number: 1 });
  server.close();
  const again = await newSocket(1000);
  again.say({ type: 'refused', id: again.asked('choose')[0]!.id, problem: stale });
  expect(await lost).toMatchObject({ code: 'late' });
});

test('after the reader was away a dead connection is replaced soon', async () => {
  await sitDown();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(table.connection).toBe('lost');
});

test('a hint answers its request', async () => {
  const server = await sitDown();
  const done = table.ask({ type: 'hint', seat: 0 });
  server.say({ type: 'hint', id: server.asked('hint')[0]!.id, seat: 0, tip: [], advice: [] });
  expect(await done).toBeNull();
  expect(table.advice).toEqual({ seat: 0, tip: [], advice: [] });
});

test('a seat that a player gives up is not lost', async () => {
  const server = await sitDown();
  const done = table.ask({ type: 'stand', seat: 0 });
  server.say({ type: 'ack', id: server.asked('stand')[0]!.id });
  await done;
  server.say({ type: 'update', seq: 2, table: { yours: [] } });
  expect([table.yours, table.hadSeat, table.loss]).toEqual([[], false, null]);
});

test('a silent connection is pinged, and then replaced', async () => {
  const server = await sitDown();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.asked('ping')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(table.connection).toBe('lost');
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSocket.all).toHaveLength(2);
});

test.each([
  ['closed', 1000],
  ['reload', 1000],
  ['not-invited', 4403],
] as const)('nothing is connected again when the table is %s', async (reason, code) => {
  const server = await sitDown();
  if (reason !== 'not-invited') server.say({ type: 'bye', reason });
  server.close(code);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(table.connection).toBe(reason);
  expect(FakeSocket.all).toHaveLength(1);
});
