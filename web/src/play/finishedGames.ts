// Finished games, on this device, on the server, or as a record in a file: replays, reviews, records, rehearsals.
import type { RecordJson } from 'okawari';
import { ask, askUntil } from '../device/engine';
import { get } from '../net/api';
import { gamePath, recordPath } from '../net/sharedRecords';
import { saveFile } from '../lib/saveFile';
import { me } from '../net/me.svelte';
import type { FinishedGame } from '../source/finishedGame';
import type { Replay, Review } from '../wire/wire.gen';
import { isOnDevice } from './where';

/** The replay of a game; fails with a `Refusal`. */
export function replayOf(game: FinishedGame): Promise<Replay> {
  return isElsewhere(game) ? get(`${gamePath(game.table)}/replay`) : ask('replay', game);
}

/** The decisions of a game that mattered; when the signal aborts, the coach stops. */
export function reviewOf(game: FinishedGame, signal?: AbortSignal): Promise<Review> {
  return isElsewhere(game) ? get(`${gamePath(game.table)}/review`) : askUntil(signal, 'review', game);
}

/** The record of a game. */
export async function recordOf(game: FinishedGame): Promise<RecordJson> {
  if (isElsewhere(game)) return get(recordPath(game.table));
  return 'record' in game ? (JSON.parse(game.record) as RecordJson) : ask('record', game.table);
}

/** Save the record of a game as a file. */
export async function saveRecordFile(game: FinishedGame): Promise<void> {
  const record = await recordOf(game);
  saveFile(`okawari-${record.menu}-${record.digest.slice(0, 8)}.json`, record);
}

/**
 * Go on from a seat's decision: against bots, with the hidden cards of the game and new luck after them. `frame` is
 * the moment of the replay. Resolves to the id of a table that has begun.
 */
export async function rehearse(game: FinishedGame, frame: number, seat: number): Promise<string> {
  if (!isElsewhere(game)) return ask('setRehearsal', game, frame, seat, me(), null);
  const record = JSON.stringify(await recordOf(game));
  return ask('setRehearsal', { record }, frame, seat, me(), game.table);
}

/** Whether a game is at the server. */
const isElsewhere = (game: FinishedGame): game is { table: string; elsewhere: true } =>
  'table' in game && !isOnDevice(game.table);
