// Taking a table of this device to another one, as a file or in a link; nothing between them stores it.
import { ask } from '../device/engine';
import { compact, expand } from '../lib/compact';
import { fullAddress } from '../lib/router.svelte';
import { saveFile } from '../lib/saveFile';
import { Refusal } from '../source/refusal';
import type { TableInfo, TableLine } from '../wire/wire.gen';
import { isOnDevice } from './where';

/** The longest link that a camera reads well as a QR code. */
const LONGEST_CODE = 1200;

/** Whether a table can be taken along: a game on this device, but no lesson or rehearsal. */
export function mayTakeAlong({ id, lesson, rehearsal }: Pick<TableInfo, 'id' | 'lesson' | 'rehearsal'>): boolean {
  return isOnDevice(id) && !lesson && !rehearsal;
}

/** The link that opens a copy of a table, and whether it is short enough for a QR code. */
export async function linkToTake(table: string): Promise<{ link: string; fitsCode: boolean }> {
  const link = fullAddress(`/take#${await compact(await ask('pack', table))}`);
  return { link, fitsCode: link.length <= LONGEST_CODE };
}

/** Save a table as a file for another device. */
export async function saveTableFile(table: string): Promise<void> {
  saveFile(`okawari-${table}.json`, await ask('pack', table));
}

/** The table in a link. */
export async function tableInLink(fragment: string): Promise<unknown> {
  return expand(fragment).catch(() => {
    throw new Refusal({ code: 'bad-table', params: {} });
  });
}

/** What a list would say of a table from another device; fails with a `Refusal`. */
export const lookInto = (data: unknown): Promise<TableLine> => ask('packedLine', data);

/** Store a copy of a table from another device here; gives the path of its page. */
export async function takeHere(data: unknown): Promise<string> {
  return `/t/${await ask('unpack', data)}`;
}

/** Whether data from a file are a table from another device. */
export function isPackedTable(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'okawari' in data && data.okawari === 'table';
}
