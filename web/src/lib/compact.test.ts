import { expect, test } from 'vitest';
import { compact, expand } from './compact';

test('data come back as they were, and the text is fit for a link', async () => {
  const data = { names: ['Żółw', '🍣'], moves: Array.from({ length: 200 }, (_, n) => [n % 5, 'tempura']) };
  const text = await compact(data);
  expect(text).toMatch(/^[\w-]+$/);
  expect(text.length).toBeLessThan(JSON.stringify(data).length / 4);
  expect(await expand(text)).toEqual(data);
});

test('a text that is cut off, changed or none at all is refused', async () => {
  const text = await compact({ seats: 5, moves: ['squid', 'egg'] });
  for (const bad of [text.slice(0, -6), `x${text}`, '', '?!', 'ż', 'a'.repeat(40_000)]) {
    await expect(expand(bad)).rejects.toThrow();
  }
});

test('a small text that holds very much is refused', async () => {
  const bomb = await compact('0'.repeat(5_000_000));
  expect(bomb.length).toBeLessThan(10_000);
  await expect(expand(bomb)).rejects.toThrow(RangeError);
});
