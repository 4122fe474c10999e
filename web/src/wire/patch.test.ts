import { expect, test } from 'vitest';
import { patched } from './patch';

const before = () => ({
  turn: 1,
  seats: [{ online: true }, { online: false }],
  plates: [['egg'], ['maki2', 'wasabi']],
  worth: [{ nigiri: { points: 1 } }, {}],
  boat: null as number | null,
});

/** The value before, frozen in all its parts: a patch that changed it would throw. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

test('fields and items are replaced, at any depth', () => {
  const after = patched(frozen(before()), { turn: 2, 'seats/1/online': true, 'plates/1/0': 'maki3', boat: 1 });
  expect(after).toEqual({
    ...before(),
    turn: 2,
    seats: [{ online: true }, { online: true }],
    plates: [['egg'], ['maki3', 'wasabi']],
    boat: 1,
  });
});

test('the place after the last item of a list appends', () => {
  const after = patched(frozen(before()), { 'plates/0/1': 'squid', 'plates/0/2': 'tempura', 'plates/2': [] });
  expect(after.plates).toEqual([['egg', 'squid', 'tempura'], ['maki2', 'wasabi'], []]);
});

test('a new key of an object is added', () => {
  const after = patched(frozen(before()), { 'worth/1/maki': { points: 6 }, 'worth/1/tempura': { points: 5 } });
  expect(after.worth).toEqual([{ nigiri: { points: 1 } }, { maki: { points: 6 }, tempura: { points: 5 } }]);
});

test('changes are made in their order, and do not change the patch', () => {
  const patch = frozen({ 'plates/0': ['salmon'], 'plates/0/1': 'squid', turn: 3 });
  expect(patched(frozen(before()), patch).plates[0]).toEqual(['salmon', 'squid']);
  expect(patch['plates/0']).toEqual(['salmon']);
});

test('parts that have not changed are the same objects', () => {
  const old = frozen(before());
  const after = patched(old, { 'plates/1/2': 'squid', 'seats/0/online': false });
  expect(after).not.toBe(old);
  expect(after.worth).toBe(old.worth);
  expect(after.plates).not.toBe(old.plates);
  expect(after.plates[0]).toBe(old.plates[0]);
  expect(after.seats[1]).toBe(old.seats[1]);
});

test.each([[undefined], [{}]])('without changes the value is the same object: %j', (patch) => {
  const old = before();
  expect(patched(old, patch)).toBe(old);
});

test.each(['plates/3', 'plates/first', 'nowhere/0', 'turn/0', 'plates/2/0', 'constructor/name'])(
  'a path that leads nowhere is refused: %s',
  (path) => {
    expect(() => patched(before(), { [path]: 1 })).toThrow();
  },
);
