import { beforeEach, expect, test, vi } from 'vitest';
import { loadLocal } from '../lib/storage';
import { gameInfo, seatInfo, state, tableInfo } from '../wire/state.fixture';
import { isDraft } from '../wire/view';
import type { State } from '../wire/wire.gen';
import { TableState } from './tableState.svelte';

class Table extends TableState {
  readonly connection = 'open';
  ask = async () => null;
  leave = () => undefined;
  stand = () => this.forgetSeat();
}

function tableWith(facts: Partial<State> = {}): Table {
  const table = new Table('table');
  table.replace(state(facts));
  return table;
}

const plates = ({ view }: Table) => (view && isDraft(view) ? view.plates : null);

beforeEach(() => localStorage.clear());

test('a state replaces everything but the events before its own', () => {
  const table = tableWith({ events: [{ event: 'deal' }, { event: 'play' }] });
  table.replace(state({ seq: 8, table: tableInfo({ yours: [] }), events_from: 1, events: [{ event: 'pass' }] }));
  expect(table.yours).toEqual([]);
  expect(table.events).toEqual([{ event: 'deal' }, { event: 'pass' }]);
  table.replace(state({ game: null, view: null, events: [] }));
  expect([table.game, table.view, table.events, table.bill]).toEqual([null, null, [], []]);
});

test('an update changes what it names, and keeps all other objects', () => {
  const table = tableWith();
  const { info, game, view, events } = table;
  expect(table.update({ type: 'update', seq: 2, game: { to_move: [1] } })).toBe(false);
  expect(table.game!.to_move).toEqual([1]);
  expect(table.game!.worth).toBe(game!.worth);
  expect(table.bill).toBe(game!.bill);
  expect(table.info).toBe(info);
  expect(table.view).toBe(view);
  expect(table.events).toBe(events);
  const [mine, theirs] = plates(table)!;
  table.update({
    type: 'update',
    seq: 3,
    view: { turn: 3, 'plates/1/1': 'tempura' },
    table: { 'seats/1/online': false },
  });
  expect(plates(table)).toEqual([['egg'], ['maki2', 'tempura']]);
  expect(plates(table)![0]).toBe(mine);
  expect(theirs).toEqual(['maki2']);
  expect(table.info!.seats[1]!.online).toBe(false);
  expect(table.info!.seats[0]).toBe(info!.seats[0]);
});

test('events go on after those that are kept', () => {
  const table = tableWith();
  table.update({ type: 'update', seq: 2, events_from: 1, events: [{ event: 'play', who: 0 }, { event: 'pass' }] });
  expect(table.events.map(({ event }) => event)).toEqual(['deal', 'play', 'pass']);
  table.update({ type: 'update', seq: 3, events_from: 1 });
  expect(table.events.map(({ event }) => event)).toEqual(['deal']);
});

test('after a gap all updates wait for a state', () => {
  const table = tableWith();
  expect(table.update({ type: 'update', seq: 3, game: { number: 9 } })).toBe(true);
  expect(table.update({ type: 'update', seq: 4, game: { number: 9 } })).toBe(false);
  expect(table.update({ type: 'update', seq: 2, game: { number: 9 } })).toBe(false);
  expect(table.game!.number).toBe(1);
  table.replace(state({ seq: 4, events_from: 1, events: [] }));
  expect(table.update({ type: 'update', seq: 5, game: { number: 2 } })).toBe(false);
  expect(table.game!.number).toBe(2);
});

test('an update that cannot be applied changes nothing, and is missing for the next', () => {
  const table = tableWith();
  expect(() => table.update({ type: 'update', seq: 2, game: { number: 2 }, view: { 'plates/7/0': 'egg' } })).toThrow();
  expect(table.game!.number).toBe(1);
  expect(table.update({ type: 'update', seq: 3 })).toBe(true);
});

test('advice is forgotten when the game goes on', () => {
  const table = tableWith();
  table.showAdvice({ type: 'hint', id: '1', seat: 0, tip: [], advice: [] });
  table.update({ type: 'update', seq: 2, game: { to_move: [1] } });
  expect(table.advice).toEqual({ seat: 0, tip: [], advice: [] });
  table.update({ type: 'update', seq: 3, game: { number: 2 } });
  expect(table.advice).toBeNull();
});

test('the time is told with states, and with some updates', () => {
  vi.spyOn(Date, 'now').mockReturnValue(990_000);
  const table = tableWith();
  expect(table.ahead).toBe(10);
  table.update({ type: 'update', seq: 2, game: { busy: true } });
  expect(table.ahead).toBe(10);
  table.update({ type: 'update', seq: 3, game: { deadline: 1060 }, now: 1030 });
  expect(table.ahead).toBe(40);
  vi.restoreAllMocks();
});

test('a seat is remembered, and why it was lost', () => {
  expect(tableWith({ table: tableInfo({ yours: [] }) }).hadSeat).toBe(false);
  expect([tableWith().hadSeat, tableWith().loss]).toEqual([true, null]);
  const table = tableWith({ table: tableInfo({ yours: [] }) });
  expect([table.hadSeat, table.loss]).toEqual([true, 'lost']);
  table.update({ type: 'update', seq: 2, table: { 'seats/0': seatInfo(0, { kind: 'empty', name: '' }) } });
  expect(table.loss).toBe('removed');
  table.stand();
  expect([table.hadSeat, table.loss]).toEqual([false, null]);
});

test('a player who stands up in a game keeps the seat', () => {
  const table = tableWith();
  table.stand();
  table.update({ type: 'update', seq: 2, table: { 'seats/0/minded': true } });
  expect(table.hadSeat).toBe(true);
});

test('the first commitment is saved, and not replaced', () => {
  const table = tableWith();
  table.replace(
    state({ table: tableInfo({ fairness: { commitment: 'other', nonces: [], opened: null, seed: null } }) }),
  );
  expect(loadLocal('promise.table', null)).toBe('c0ffee');
});

test('a rematch is told by itself or with the table', () => {
  const table = tableWith({ game: gameInfo(), table: tableInfo({ phase: 'over' }) });
  expect(table.rematch).toBeNull();
  table.update({ type: 'update', seq: 2, table: { rematch: 'next' } });
  expect(table.rematch).toBe('next');
  const other = tableWith();
  other.offerRematch('again');
  expect(other.rematch).toBe('again');
});

test('emotes are shown for a while', () => {
  vi.useFakeTimers();
  const table = tableWith();
  table.showEmote({ type: 'emote', seat: 1, emote: 'yum' });
  vi.advanceTimersByTime(2000);
  table.showEmote({ type: 'emote', seat: 0, emote: 'wow' });
  expect(table.emotes.map(({ seat }) => seat)).toEqual([1, 0]);
  vi.advanceTimersByTime(2000);
  expect(table.emotes).toEqual([{ key: 2, seat: 0, emote: 'wow' }]);
  vi.useRealTimers();
});
