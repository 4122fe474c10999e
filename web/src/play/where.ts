/** Whether a table is on this device, by its id. */
export function isOnDevice(id: string): boolean {
  return id.startsWith('d-');
}
