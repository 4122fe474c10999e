// The log of a table on this device: what is stored. The state of a table is computed from it.
import type { RecordJson } from 'okawari';
import type { NewSeat, Options, Rehearsal, SettingChoice } from '../../wire/wire.gen';

export type Level = NonNullable<NewSeat['bot']>;

/** A seat: a bot's, or that of a person at this device. A guest is a person besides the device's owner. */
export interface Seat {
  readonly kind: 'person' | 'bot';
  readonly name: string;
  readonly shape: number;
  readonly bot: Level | null;
  readonly guest: boolean;
}

/** A lesson: its name, the seed of its deal, and after how many turns it ends; null: after the first round. */
export interface LessonPlan {
  readonly name: string;
  readonly seed: number;
  readonly turns: number | null;
}

/** How a table begins. */
export interface Beginning {
  readonly setting: SettingChoice;
  readonly options: Options;
  readonly seats: readonly Seat[];
  /** The 32 bytes that key the luck, in hexadecimal. */
  readonly seed: string;
  readonly until: number | null;
  readonly lesson: LessonPlan | null;
  /** The decision that a rehearsal goes on from, and the game up to it. */
  readonly rehearsal: (Rehearsal & { readonly record: RecordJson }) | null;
}

/** An entry of a log. Times are in seconds since 1970; `until` is when the time of the turn is up, null without a clock. */
export type Entry =
  | { readonly kind: 'set'; readonly data: Beginning }
  | { readonly kind: 'choose'; readonly seat: number; readonly move: string; readonly until: number | null }
  | { readonly kind: 'back'; readonly seat: number; readonly until: number | null }
  | { readonly kind: 'pause'; readonly paused: boolean; readonly until: number | null }
  | { readonly kind: 'clock'; readonly until: number | null }
  | { readonly kind: 'rematch'; readonly next: string };

/** An entry as it is stored: with the table, its number from 1 on, and the time. */
export type Row = Entry & { readonly table: string; readonly number: number; readonly at: number };

/** The entries as rows with the numbers after `after`. */
export function numbered(entries: readonly Entry[], table: string, after: number, at: number): Row[] {
  return entries.map((entry, n) => ({ ...entry, table, number: after + 1 + n, at }));
}
