import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from './api';
import { gamePath, recordPath, shareRecord } from './sharedRecords';

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, body: unknown) => {
  const asked = vi.fn(async (_path: string, _request: RequestInit) => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', asked);
  return asked;
};

test('a shared game is found by its id, like a table', () => {
  expect([gamePath('r-x1'), recordPath('r-x1')]).toEqual(['/api/records/r-x1', '/api/records/r-x1']);
  expect([gamePath('rx-1'), recordPath('rx-1')]).toEqual(['/api/tables/rx-1', '/api/tables/rx-1/record']);
});

test('a shared record gets an id', async () => {
  const asked = answering(201, { id: 'r-x1' });
  expect(await shareRecord({ okawari: 'record' })).toBe('r-x1');
  expect(asked.mock.calls[0]).toMatchObject(['/api/records', { method: 'POST', body: '{"okawari":"record"}' }]);
});

test('a record that does not hold is refused', async () => {
  answering(400, { problem: { code: 'verify-scores', params: {} } });
  await expect(shareRecord({})).rejects.toEqual(new Refusal({ code: 'verify-scores', params: {} }));
});
