// New tables: on this device, unless a seat is open for somebody else.
import { ask } from '../device/engine';
import type { WantedLesson, WantedTable } from '../engine/tables/opening';
import { nonce, post } from '../net/api';
import { ensureNamed, me, notePlayed } from '../net/me.svelte';
import type { TableMade } from '../wire/wire.gen';

export { loadEngine } from '../device/engine';

/** Set a table; gives the path of its page. Where no seat is open, its game has begun. */
export async function setTable(wanted: WantedTable): Promise<string> {
  if (wanted.seats.some(({ kind }) => kind === 'open')) return setOnServer(wanted);
  notePlayed();
  return `/t/${await ask('setTable', wanted, me())}`;
}

async function setOnServer(wanted: WantedTable): Promise<string> {
  await ensureNamed();
  const { id, key } = await post<TableMade>('/api/tables', { ...wanted, nonce: nonce(), start: false });
  return `/t/${id}#${key}`;
}

/** Set the table of a lesson; gives the path of its page. */
export async function setLesson(lesson: WantedLesson): Promise<string> {
  notePlayed();
  return `/t/${await ask('setLesson', lesson, me())}`;
}
