// The promise about a deal: the seed follows from a secret of the server and from a nonce of each seat.
import { hex, sha256, unhex } from './sha256.js';

const SECRET_BYTES = 32;

/** The commitment to a deal, and the secret and nonces that verify it, all in hexadecimal. */
export interface Fairness {
  readonly commitment: string;
  readonly secret: string;
  readonly nonces: readonly string[];
}

/** The commitment to a secret, which is shown before the game: its SHA-256 in hexadecimal. */
export const commitmentOf = (secret: Uint8Array): string => hex(sha256(secret));

/** The seed of a deal, from the secret and the nonces in the order of the seats; the nonce of a bot is empty. */
export function dealSeed(secret: Uint8Array, nonces: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const [before, after] = [encoder.encode('okawari deal 1|'), encoder.encode(`|${nonces.join('|')}`)];
  return sha256(Uint8Array.from([...before, ...secret, ...after]));
}

/** Whether the commitment is that of the secret, and the seed follows from secret and nonces. */
export function holds({ commitment, secret, nonces }: Fairness, seed: unknown): boolean {
  const bytes = unhex(secret, SECRET_BYTES);
  return bytes !== null && commitmentOf(bytes) === commitment && hex(dealSeed(bytes, nonces)) === seed;
}

/** Read a promise; `TypeError` if it is not one. */
export function readFairness(data: unknown): Fairness {
  const { commitment, secret, nonces } = data as Fairness;
  const isText = (value: unknown) => typeof value === 'string';
  if (!Array.isArray(nonces) || ![commitment, secret, ...(nonces as unknown[])].every(isText)) {
    throw new TypeError('fairness must hold texts');
  }
  return { commitment, secret, nonces: [...nonces] };
}
