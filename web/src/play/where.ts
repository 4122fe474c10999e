import { hasServer } from '../lib/site';

/** Whether a table is on this device, by its id. A static site knows no other tables. */
export function isOnDevice(id: string): boolean {
  return id.startsWith('d-') || !hasServer();
}
