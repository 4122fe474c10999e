// Links to finished games, for others.
import { ask } from '../device/engine';
import { fullAddress } from '../lib/router.svelte';
import { hasServer } from '../lib/site';
import { shareRecord } from '../net/sharedRecords';
import { isOnDevice } from './where';

/** Whether games can be shown to others, which needs a server. */
export function mayShare(): boolean {
  return hasServer();
}

/**
 * The link to the replay of a game, at the moment that a query such as `?frame=3` names. The record of a game on this
 * device is sent to the server, which verifies it.
 */
export async function linkTo(table: string, moment = ''): Promise<string> {
  const id = isOnDevice(table) ? await shareRecord(await ask('record', table)) : table;
  return fullAddress(`/replay/${id}${moment}`);
}
