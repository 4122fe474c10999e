// Finished games at the server: tables, and games that were played on a device and shared.
import type { RecordShared } from '../wire/wire.gen';
import { post } from './api';

/** The ids of shared records begin with it, and those of tables do not. */
const SHARED = 'r-';

/** The path of a finished game, below which its replay and its review are. */
export function gamePath(id: string): string {
  return `/api/${id.startsWith(SHARED) ? 'records' : 'tables'}/${id}`;
}

/** The path of the record of a finished game, as a file. */
export function recordPath(id: string): string {
  return id.startsWith(SHARED) ? gamePath(id) : `${gamePath(id)}/record`;
}

/** Share the record of a finished game; resolves to its id, or throws a `Refusal`. The same record has the same id. */
export async function shareRecord(record: unknown): Promise<string> {
  return (await post<RecordShared>('/api/records', record)).id;
}
