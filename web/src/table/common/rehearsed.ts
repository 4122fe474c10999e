// Where a rehearsal came from.
import { loadRecord } from '../../lib/storage';
import type { FinishedGame } from '../../source/finishedGame';
import type { Rehearsal } from '../../wire/wire.gen';

/** The game whose decision is rehearsed; null for a record that is no longer open in this tab. */
export function rehearsedGame({ table }: Rehearsal): FinishedGame | null {
  if (table !== null) return { table };
  const record = loadRecord();
  return record === null ? null : { record };
}

/** The address of the decision in the replay. */
export function replayOf({ table, frame, seat }: Rehearsal): string {
  return `/replay/${table ?? 'file'}?frame=${frame}&seat=${seat}`;
}
