// The reader's results in finished games: on this device and on the server.
import { deleteAllHere, deleteDeviceResults, deviceResults } from '../device/deviceStore';
import { hasServer } from '../lib/site';
import { get, remove } from '../net/api';
import type { Refusal } from '../source/refusal';
import type { GameResult, Problem, Results } from '../wire/wire.gen';

const PATH = '/api/me/results';

/** The results that could be read. */
export interface KnownResults {
  readonly games: readonly GameResult[];
  /** Why those of the server are missing; null if they are not. */
  readonly missing: Problem | null;
}

/** All results; fails with a `Refusal` if those of this device cannot be read. */
export async function ownResults(): Promise<KnownResults> {
  const [here, there] = await Promise.all([deviceResults(), serverResults()]);
  return { ...there, games: [...here, ...there.games] };
}

async function serverResults(): Promise<KnownResults> {
  if (!hasServer()) return { games: [], missing: null };
  return get<Results>(PATH).then(
    ({ games }) => ({ games, missing: null }),
    ({ problem }: Refusal) => ({ games: [], missing: problem }),
  );
}

/** Delete all results, those of this device once those of the server are deleted; fails with a `Refusal`. */
export async function deleteOwnResults(): Promise<void> {
  if (hasServer()) await remove(PATH);
  await deleteDeviceResults();
}

/** Delete all tables and results, and on the server the reader as well; fails with a `Refusal`. */
export async function deleteEverything(): Promise<void> {
  if (hasServer()) await remove('/api/me');
  await deleteAllHere();
}
