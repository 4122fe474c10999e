import { beforeEach, expect, test } from 'vitest';
import { nameFault, rememberedNames, rememberNames } from './names';

beforeEach(() => localStorage.clear());

test('everybody needs a name, and no two the same', () => {
  expect(nameFault(['Ania', 'Kuba'])).toBeNull();
  expect(nameFault(['Ania', '  '])).toEqual({ place: 1, code: 'missing' });
  expect(nameFault(['Ania', 'Kuba', ' ania '])).toEqual({ place: 2, code: 'twice' });
});

test('the latest names are remembered, each once', () => {
  rememberNames(['Ania', 'Kuba ']);
  rememberNames(['Zosia', 'Ania']);
  expect(rememberedNames()).toEqual(['Zosia', 'Ania', 'Kuba']);
  rememberNames(Array.from({ length: 9 }, (_, n) => `Gość ${n}`));
  expect(rememberedNames()).toHaveLength(8);
});
