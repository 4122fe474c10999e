// Links to finished games, for others.
import { ask } from '../device/engine';
import { fullAddress } from '../lib/router.svelte';
import { hasServer } from '../lib/site';
import { shareRecord } from '../net/sharedRecords';
import { isOnDevice } from './where';

/** Whether others can see a game: one on this device needs a server for that. */
export function mayShare(table: string): boolean {
  return hasServer() || !isOnDevice(table);
}

/** The link to the replay of a game. The record of one on this device is sent to the server, which verifies it. */
export async function linkTo(table: string): Promise<string> {
  return isOnDevice(table) ? shareRecord(await ask('record', table)) : fullAddress(`/replay/${table}`);
}
