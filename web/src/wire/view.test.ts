import { expect, test } from 'vitest';
import { asView, isBattle, isDraft, isRoll } from './view';

test.each([
  ['hands', isDraft],
  ['pyramid', isBattle],
  ['belts', isRoll],
])('a view with %s is of one kind', (field, isKind) => {
  const view = asView({ okawari: 'view', [field]: [] });
  expect([isDraft, isBattle, isRoll].filter((kind) => kind(view))).toEqual([isKind]);
});

test.each([[undefined], [null], ['view'], [{ okawari: 'record', hands: [] }], [{ okawari: 'view' }]])(
  'anything else is refused: %j',
  (value) => {
    expect(() => asView(value)).toThrow();
  },
);
