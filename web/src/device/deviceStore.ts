// What is stored on this device: read by the page itself, which needs no engine for it.
import { counted } from '../engine/tables/results';
import { Storage } from '../engine/tables/storage';
import { tellOtherTabs } from '../engine/tables/tabs';
import type { GameResult, TableLine } from '../wire/wire.gen';

const storage = new Storage();

/** The tables of this device. */
export async function deviceTables(): Promise<TableLine[]> {
  const summaries = await storage.summaries();
  return summaries.filter(({ listed }) => listed).map(({ line }) => line);
}

export async function deleteDeviceTable(id: string): Promise<void> {
  await storage.deleteTable(id);
  tellOtherTabs(id);
}

/** Delete all tables and results of this device. */
export async function deleteAllHere(): Promise<void> {
  const tables = await storage.summaries();
  await storage.deleteAll();
  for (const { id } of tables) tellOtherTabs(id);
}

/** The results of the device's owner. */
export async function deviceResults(): Promise<GameResult[]> {
  return counted(await storage.results());
}

export async function deleteDeviceResults(): Promise<void> {
  await storage.clearResults();
}
