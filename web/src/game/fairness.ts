// Whether the deal was the one that the server had committed to before anybody sat down.
import { bytesOf, hexOf } from '../lib/hex';
import { loadLocal } from '../lib/storage';
import type { Fairness } from '../wire/wire.gen';

/**
 * The result: `held` if the deal matches the commitment that this browser saved; `sound` if it saved none; `changed`
 * if the commitment is another one; `broken` if the deal does not follow from it; `unable` if the browser cannot check.
 */
export type Verdict = 'held' | 'sound' | 'changed' | 'broken' | 'unable';

const PREFIX = 'okawari deal 1|';

/** Check an opened commitment, and compare it with the one that this browser saved for the table, if it did. */
export async function checkPromise(fairness: Fairness, table: string | null): Promise<Verdict> {
  // Browsers offer crypto.subtle only to pages over TLS or from the same machine.
  if (!globalThis.crypto?.subtle) return 'unable';
  const secret = bytesOf(fairness.opened ?? '');
  const commitment = await sha256(secret);
  const seed = await sha256(joined(text(PREFIX), secret, text(`|${fairness.nonces.join('|')}`)));
  if (commitment !== fairness.commitment || seed !== fairness.seed) return 'broken';
  const promised = table === null ? null : loadLocal<string | null>(`promise.${table}`, null);
  if (promised === null) return 'sound';
  return promised === commitment ? 'held' : 'changed';
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function text(words: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(words) as Uint8Array<ArrayBuffer>;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
