import { ServerTable } from '../../net/serverTable';
import type { TableSource } from '../../source/tableSource';

/** The source of a table by its id; `key` is the secret of its invitation, for readers who have no seat yet. */
export function openTable(id: string, key: string | null): TableSource {
  return new ServerTable(id, key);
}
