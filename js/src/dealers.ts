// The dealer of a table, which draws the luck and records the events; and the seeds that key it.
import { Records } from './engine.js';
import { DEALER } from './layouts.gen.js';
import { KEYED, REPLAYING } from './tables.gen.js';
import { sha256 } from './sha256.js';

/** A whole number, 32 bytes, or nothing for a random seed. */
export type Seed = number | bigint | Uint8Array | null | undefined;

const SEED_BYTES = 32;

/** The 32 bytes that key a game's luck: random ones, the hash of a number, or the bytes themselves. */
export function seedBytes(seed?: Seed): Uint8Array {
  if (seed === undefined || seed === null) return crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  if (seed instanceof Uint8Array) {
    if (seed.length !== SEED_BYTES) throw new RangeError(`A seed of bytes has 32 of them, not ${seed.length}.`);
    return seed;
  }
  if (typeof seed === 'number' && !Number.isSafeInteger(seed)) {
    throw new RangeError('A seed is a whole number below 2^53, a bigint, or 32 bytes.');
  }
  return sha256(`okawari seed ${BigInt(seed)}`);
}

/** A dealer of this mode that has drawn no luck yet. */
export function newDealer(mode: number): Records {
  const dealer = new Records(DEALER);
  dealer.set('mode', mode);
  dealer.set('used', DEALER.fields['block']![2]!);
  return dealer;
}

/** A dealer that records events, with luck drawn under a key; without one, with the luck of a record. */
export function recordingDealer(key: Uint8Array | null): Records {
  const dealer = newDealer(key ? KEYED : REPLAYING);
  dealer.set('recording', 1);
  if (key) dealer.data.set(key, DEALER.fields['key']![0]);
  return dealer;
}
