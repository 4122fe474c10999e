// Asking the server over HTTP.
import { randomHex } from '../lib/hex';
import { Refusal } from '../source/refusal';
import type { Problem } from '../wire/wire.gen';

export { Refusal };

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal({ code: 'offline', params: {} });
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const told = (await answer.json().catch(() => null)) as { problem?: Problem } | null;
  throw new Refusal(told?.problem ?? { code: 'server', params: { status: answer.status } });
}

export const get = <T>(path: string) => ask<T>('GET', path);
export const post = <T>(path: string, body: unknown) => ask<T>('POST', path, body);
export const put = <T>(path: string, body: unknown) => ask<T>('PUT', path, body);
export const remove = <T>(path: string) => ask<T>('DELETE', path);

/** Sixteen random bytes, in hexadecimal: what this browser adds to the seed of a deal. */
export function nonce(): string {
  return randomHex(16);
}
