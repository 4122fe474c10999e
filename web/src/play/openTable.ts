import { DeviceTable } from '../device/deviceTable.svelte';
import { ServerTable } from '../net/serverTable';
import type { TableSource } from '../source/tableSource';
import { isOnDevice } from './where';

/** The source of a table by its id; `key` is the secret of its invitation, for readers who have no seat yet. */
export function openTable(id: string, key: string | null): TableSource {
  return isOnDevice(id) ? new DeviceTable(id) : new ServerTable(id, key);
}
